import { parseArgs } from 'node:util'
import { startFakeStt } from './index.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' } } })
const fake = await startFakeStt({ port: Number(values.port) })
console.log(`Speech to text by pocketsphinx: ${fake.url}/v1 (as OpenAI), ${fake.url} (as whisper.cpp)`)
