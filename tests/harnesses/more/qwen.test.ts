import { driveThrough } from '../steps.ts'

driveThrough('qwen')
