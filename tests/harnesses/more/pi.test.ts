import { driveThrough } from '../steps.ts'

driveThrough('pi')
