import { driveThrough } from '../steps.ts'

driveThrough('claude')
