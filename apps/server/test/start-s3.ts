import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface S3Server {
  /** Value for STORAGE_URL. */
  url: string
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Folder with the objects, each in a file named after its key. */
  folder: string
  stop(): Promise<void>
}

const bucket = 'recaps'
const [accessKeyId, secretAccessKey] = ['testkey', 'testsecret123']

/** Starts a real S3 server with one empty bucket. Pages of the origin `cors` may use it; none if it is false. */
export async function startS3(program: string, cors: string | false): Promise<S3Server> {
  const parent = mkdtempSync(path.join(tmpdir(), 'recaps-s3-'))
  const folder = path.join(parent, 'data', bucket)
  for (const name of [folder, path.join(parent, 'metadata')]) mkdirSync(name, { recursive: true })
  const { endpoint, child } = await start(program, parent, cors)
  return {
    url: `s3://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/${bucket}?tls=off`,
    ...{ endpoint, bucket, accessKeyId, secretAccessKey, folder },
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

/** Starts it on a free port. Another process may take the port in between, so it tries several. */
async function start(
  program: string,
  parent: string,
  cors: string | false,
): Promise<{ endpoint: string; child: ChildProcess }> {
  for (let tries = 0; tries < 5; tries++) {
    const port = await freePort()
    // Metadata goes to a separate folder: not every file system has extended attributes.
    const [metadata, data] = [path.join(parent, 'metadata'), path.join(parent, 'data')]
    const args = ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', metadata, data]
    const env = {
      ...{ PATH: process.env.PATH, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      ...(cors ? { VGW_CORS_ALLOW_ORIGIN: cors } : {}),
    }
    const child = spawn(program, args, { env, stdio: 'ignore' })
    const endpoint = `http://127.0.0.1:${port}`
    if (await answers(endpoint, child)) return { endpoint, child }
  }
  throw new Error('The S3 server for the tests did not start')
}

async function answers(endpoint: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    const answer = await fetch(endpoint).catch(() => null)
    if (answer) return child.exitCode === null
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return false
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(closed => server.close(closed))
  return port
}
