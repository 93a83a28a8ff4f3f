import { driveThrough } from './steps.ts'

driveThrough('opencode')
