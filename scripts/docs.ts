import { writeGenerated } from './generated.ts'

writeGenerated()
