import { parseArgs } from 'node:util'
import { startSttTwin } from './index.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' } } })
const twin = await startSttTwin({ port: Number(values.port) })
console.log(`Speech to text by pocketsphinx: ${twin.url}/v1 (as OpenAI), ${twin.url} (as whisper.cpp)`)
