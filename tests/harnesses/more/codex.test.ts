import { driveThrough } from '../steps.ts'

driveThrough('codex')
