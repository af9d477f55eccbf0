import { type Fault, faultRegister } from './faults.ts'
import { type RecordedSource, recordedSource } from './recordings/source.ts'
import { type Register, serveTwin } from './server.ts'
import type { Source } from './source.ts'

export type { Fault } from './faults.ts'
export { idOfFile } from './recordings/folder.ts'

export interface YoutubeTwinConfig {
  /** 0 takes a free port. */
  port?: number
  hostname?: string
  /** A folder of recorded traffic. */
  recordings?: string
  faults?: Record<string, Fault>
}

export interface YoutubeTwin extends Register {
  url: string
  /** What the files of the recordings folder became; empty without one. */
  recordings: RecordedSource['index']
  /** Lays a fault on every question whose key matches (`player|*|VISIONOS`); returns what takes it away. */
  fault(key: string, fault: Fault): () => void
  clearFaults(): void
  close(): Promise<void>
}

/** Starts a stand-in of YouTube: the project's own talks, and recorded traffic where a folder is given. */
export const startYoutubeTwin = async (config: YoutubeTwinConfig = {}): Promise<YoutubeTwin> => {
  const recorded = config.recordings === undefined ? undefined : recordedSource(config.recordings)
  const sources: Source[] = recorded === undefined ? [] : [recorded]
  const faults = faultRegister()
  for (const [key, fault] of Object.entries(config.faults ?? {})) faults.lay(key, fault)
  const register: Register = { requests: [], unknown: [] }
  const server = await serveTwin({
    port: config.port ?? 0,
    hostname: config.hostname ?? '127.0.0.1',
    faults,
    register,
    answer: question => sources.map(source => source.answer(question)).find(answer => answer !== undefined),
  })
  return {
    ...register,
    ...server,
    recordings: recorded?.index ?? [],
    fault: faults.lay,
    clearFaults: faults.clear,
  }
}
