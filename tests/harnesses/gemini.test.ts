import { driveThrough } from './steps.ts'

driveThrough('gemini')
