import { parseArgs } from 'node:util'
import { startFakeLlm } from './index.ts'

/** Usage: `node main.ts --port 4020 --key secret`, or set PORT and KEY. */
const { values } = parseArgs({ options: { port: { type: 'string' }, key: { type: 'string' } } })

const fake = await startFakeLlm({
  port: Number(values.port ?? process.env.PORT ?? 4020),
  key: values.key ?? process.env.KEY,
})
console.log(`Language model fake on ${fake.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close())
