import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ProviderError, StartupError } from '../../errors.ts'
import type { Storage } from '../../ports/storage.ts'
import { validStorageName } from './name.ts'

/** The bucket in STORAGE_URL. */
export interface S3Bucket {
  /** URL for this process, with scheme and port. */
  endpoint: string
  /** URL of the same storage for browsers. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether URLs have the bucket in their path instead of their host. */
  pathStyle: boolean
}

/** S3 requires parts of at least 5 MiB and allows 10,000 of them, which makes 80 GB. */
const partBytes = 8 * 2 ** 20

/** Time limit of a call, including retries. Without it a bucket that accepts connections but never answers would block its callers forever. */
const callLimitMs = 12_000
/** S3 assembles the parts of a large object before it answers. */
const assemblyLimitMs = 120_000
/** Assumes at least 100 KB/s. */
const uploadLimitMs = (bytes: Uint8Array): number => Math.ceil(20_000 + bytes.byteLength / 100)
/** Time limit for a stalled body. Long, because a reader that pauses also stalls it. */
const stallLimitMs = 120_000

/** Stores objects in a bucket of Amazon S3 or of a compatible storage. */
export function s3Storage(place: S3Bucket): Storage {
  const bucket = { Bucket: place.bucket }
  const client = clientOf(place, place.endpoint)
  // Signatures are valid for one host, and browsers may reach the storage under another one than this process.
  const forBrowsers = place.publicEndpoint === place.endpoint ? client : clientOf(place, place.publicEndpoint)
  const object = (name: string) => ({ ...bucket, Key: validStorageName(name) })
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms), requestTimeout: ms })

  const sizeOf = (name: string): Promise<number | null> =>
    callStorage(
      async () => (await client.send(new HeadObjectCommand(object(name)), within(callLimitMs))).ContentLength ?? 0,
      null,
    )

  const putWhole = (name: string, bytes: Uint8Array): Promise<void> =>
    ignoreConflict(() =>
      client.send(
        new PutObjectCommand({ ...object(name), Body: bytes, IfNoneMatch: '*' }),
        within(uploadLimitMs(bytes)),
      ),
    )

  async function putParts(name: string, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
    const { UploadId } = await callStorage(() =>
      client.send(new CreateMultipartUploadCommand(object(name)), within(callLimitMs)),
    )
    const upload = { ...object(name), UploadId }
    try {
      const parts: CompletedPart[] = []
      for (let part: Uint8Array | undefined = first; part; part = await nextPart(rest)) {
        const number = { PartNumber: parts.length + 1 }
        const command = new UploadPartCommand({ ...upload, ...number, Body: part })
        const limit = within(uploadLimitMs(part))
        parts.push({ ...number, ETag: (await callStorage(() => client.send(command, limit))).ETag })
      }
      const completed = { ...upload, MultipartUpload: { Parts: parts }, IfNoneMatch: '*' }
      await ignoreConflict(() => client.send(new CompleteMultipartUploadCommand(completed), within(assemblyLimitMs)))
    } catch (error) {
      // If this fails, the upload is swept later.
      await client.send(new AbortMultipartUploadCommand(upload), within(callLimitMs)).catch(() => {})
      throw error
    }
  }

  return {
    async put(name, content) {
      // Not every storage supports If-None-Match, and existing objects need not be sent again.
      if ((await sizeOf(name)) !== null) return
      if (content instanceof Uint8Array) return await putWhole(name, content)
      const parts = splitIntoParts(content)
      const first = (await nextPart(parts)) ?? new Uint8Array()
      if (first.byteLength < partBytes) return await putWhole(name, first)
      await putParts(name, first, parts)
    },
    get: name =>
      callStorage(async () => {
        const { Body } = await client.send(new GetObjectCommand(object(name)), within(callLimitMs))
        return Buffer.from(await Body!.transformToByteArray())
      }, null),
    size: sizeOf,
    open: (name, range) =>
      callStorage(async () => {
        const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
        // Only the start of the response has a time limit, because the body may be read for as long as a video lasts.
        const response = await withLimit(abortSignal =>
          client.send(new GetObjectCommand({ ...object(name), ...part }), { abortSignal }),
        )
        const size = Number(response.ContentRange?.split('/')[1] ?? response.ContentLength)
        return { size, stream: response.Body!.transformToWebStream() as ReadableStream<Uint8Array> }
      }, null),
    async delete(name) {
      await callStorage(() => client.send(new DeleteObjectCommand(object(name)), within(callLimitMs)), null)
    },
    async list(prefix, after) {
      const from = after ? { StartAfter: after } : {}
      const command = new ListObjectsV2Command({ ...bucket, Prefix: prefix, ...from })
      const { Contents = [] } = await callStorage(() => client.send(command, within(callLimitMs)))
      return Contents.map(({ Key, LastModified }) => ({ name: Key!, modifiedAt: LastModified! }))
    },
    async sweep(before) {
      try {
        // One page of a thousand uploads; the next sweep continues.
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket), within(callLimitMs))
        for (const { Key, UploadId, Initiated } of Uploads)
          if (Initiated && Initiated < before)
            await client.send(new AbortMultipartUploadCommand({ ...bucket, Key, UploadId }), within(callLimitMs))
      } catch (error) {
        // If the storage cannot list unfinished uploads, a lifecycle rule of the bucket has to remove them.
        if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw asProviderError(error)
      }
    },
    uploadTarget: (name, { contentType, lifeMs }) =>
      getSignedUrl(forBrowsers, new PutObjectCommand({ ...object(name), ContentType: contentType }), {
        expiresIn: lifeMs / 1000,
        // If unsigned, the sender could choose the content type.
        signableHeaders: new Set(['content-type', 'host']),
      }),
    link: (name, { contentType, fileName, lifeMs }) =>
      getSignedUrl(
        forBrowsers,
        new GetObjectCommand({
          ...object(name),
          ResponseContentType: contentType,
          ...(fileName ? { ResponseContentDisposition: `attachment; filename="${fileName}"` } : {}),
        }),
        { expiresIn: lifeMs / 1000 },
      ),
  }
}

/** Throws `StartupError` with the reason if the bucket cannot be reached or read. */
export async function assertBucketUsable(place: S3Bucket): Promise<void> {
  try {
    await withLimit(abortSignal =>
      clientOf(place, place.endpoint).send(new HeadBucketCommand({ Bucket: place.bucket }), { abortSignal }),
    )
  } catch (error) {
    // Without the setting itself, which contains the secret key.
    throw new StartupError(
      `Cannot use the bucket ${place.bucket} at ${place.endpoint} (STORAGE_URL): ${reasonOf(error)}.`,
      error,
    )
  }
}

function reasonOf(error: unknown): string {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 404) return 'the bucket does not exist'
  if (status === 403) return 'the key or the secret is wrong, or has no permission to read it'
  if (status === 301) return 'it is in another region'
  if (error instanceof Error && error.name === 'AbortError') return 'it does not answer'
  return error instanceof Error ? error.message.replace(/\.$/, '') || error.name : 'no answer'
}

const clientOf = (place: S3Bucket, endpoint: string): S3Client =>
  new S3Client({
    endpoint,
    region: place.region,
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Many compatible storages store the framing of the newer checksums as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      ...{ connectionTimeout: 3_000, requestTimeout: callLimitMs, throwOnRequestTimeout: true },
      socketTimeout: stallLimitMs,
    },
  })

/** Aborts the call if its response does not begin in time. */
async function withLimit<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), callLimitMs)
  try {
    return await call(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns `missing`, if given, for an object that does not exist; throws a retryable `ProviderError` for other failures. */
async function callStorage<T>(call: () => Promise<T>, ...missing: [] | [T]): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (missing.length > 0 && isMissing(error)) return missing[0] as T
    throw asProviderError(error)
  }
}

/** Ignores a conflict: a concurrent writer of the same name was faster, and its object is complete. */
async function ignoreConflict(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status !== 412 && status !== 409) throw asProviderError(error)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name)

/** Makes failures of the storage or the connection retryable. Other errors are bugs, which no retry fixes. */
function asProviderError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error
  return new ProviderError({
    provider: 'storage/s3',
    code: 'storage_unavailable',
    retryable: true,
    detail: error instanceof Error ? error.name : 'unknown',
    cause: error,
  })
}

/** Splits content into parts of equal size; the last one may be shorter. */
async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.byteLength
    while (size >= partBytes) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, partBytes)
      chunks = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(chunks)
}

async function nextPart(parts: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const next = await parts.next()
  return next.done ? undefined : next.value
}
