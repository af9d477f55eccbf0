import { parseArgs } from 'node:util'
import { startLlmTwin } from './index.ts'

/** The twin as a program: `node main.ts --port 4020 --key secret`, or PORT and KEY. */
const { values } = parseArgs({ options: { port: { type: 'string' }, key: { type: 'string' } } })

const twin = await startLlmTwin({
  port: Number(values.port ?? process.env.PORT ?? 4020),
  key: values.key ?? process.env.KEY,
})
console.log(`Language model twin on ${twin.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void twin.close())
