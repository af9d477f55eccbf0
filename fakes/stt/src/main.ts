import { parseArgs } from 'node:util'
import { startFakeStt } from './index.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4020' } } })
const fake = await startFakeStt({ port: Number(values.port) })
console.log(`Fake speech-to-text (pocketsphinx): ${fake.url}/v1 (OpenAI protocol), ${fake.url} (whisper.cpp protocol)`)
