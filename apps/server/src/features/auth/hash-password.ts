import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '../../errors.ts'

// [ASVS 11.4.2]
/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. Takes about 23 ms. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const
const derive = promisify(argon2)

// [ASVS 11.2.2]
/** PHC string `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await limited(() => derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Takes the same time with or without a stored hash: an unknown address is checked against a decoy. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = parse(stored ?? (await decoy()))
  const { salt, hash, ...parameters } = parsed
  const computed = await limited(() =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength: hash.byteLength, ...parameters }),
  )
  return timingSafeEqual(computed, hash) && stored !== null
}

function parse(text: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text)
  if (!match) throw new Error('Stored password hash is not in the argon2id PHC format')
  const [, memory, passes, parallelism, salt, hash] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

let decoyHash: Promise<string> | undefined
const decoy = (): Promise<string> => {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return decoyHash
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

// Each hash takes 19 MiB and a core, so unlimited parallel hashes could bring the process down.
const maxParallel = Math.max(1, availableParallelism() - 1)
/** A hash takes about 23 ms, so the queue holds about one second of work. */
const maxWaiting = 50 * maxParallel
const retryAfterSeconds = 3
const waiting: (() => void)[] = []
let running = 0

/** Runs at most `maxParallel` hashes in parallel. Throws `unavailable` when the queue is full. */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw new AppError('unavailable', undefined, { retryAfterSeconds })
  if (running >= maxParallel) await new Promise<void>(resolve => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
