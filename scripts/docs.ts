import { writeGeneratedFiles } from './generated-files.ts'

writeGeneratedFiles()
