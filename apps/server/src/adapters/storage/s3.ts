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
import { CannotStart, ProviderError } from '../../errors.ts'
import type { Storage } from '../../ports/storage.ts'
import { checkedName } from './name.ts'

/** A bucket, as STORAGE_URL names it. */
export interface S3Place {
  /** With scheme and port, as this process reaches it. */
  endpoint: string
  /** The same storage as browsers reach it. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket in the path of an address and not in its host. */
  pathStyle: boolean
}

/** The least that S3 takes as one of several parts is 5 MiB; 10,000 parts of this size are 80 GB. */
const partBytes = 8 * 2 ** 20

/**
 * How long a call may take in all, tries included, milliseconds. Without it a bucket that takes connections and never answers
 * would keep whoever asks for ever.
 */
const answerMs = 12_000
/** S3 puts the parts of a large object together while we wait. */
const assemblyMs = 120_000
/** At 100 KB/s at least. */
const uploadMs = (bytes: Uint8Array): number => Math.ceil(20_000 + bytes.byteLength / 100)
/** A body that stops in the middle. A reader who pauses stops it as well, so this is long. */
const stalledMs = 120_000

/** Files as objects of one bucket of Amazon S3, or of whatever speaks its protocol. */
export function s3Storage(place: S3Place): Storage {
  const bucket = { Bucket: place.bucket }
  const client = clientOf(place, place.endpoint)
  // Signatures hold for one host, and a browser may know the storage by another than we do.
  const forBrowsers = place.publicEndpoint === place.endpoint ? client : clientOf(place, place.publicEndpoint)
  const object = (name: string) => ({ ...bucket, Key: checkedName(name) })
  const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms), requestTimeout: ms })

  const sizeOf = (name: string): Promise<number | null> =>
    asked(
      async () => (await client.send(new HeadObjectCommand(object(name)), within(answerMs))).ContentLength ?? 0,
      null,
    )

  const putWhole = (name: string, bytes: Uint8Array): Promise<void> =>
    once(() =>
      client.send(new PutObjectCommand({ ...object(name), Body: bytes, IfNoneMatch: '*' }), within(uploadMs(bytes))),
    )

  async function putParts(name: string, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
    const { UploadId } = await asked(() =>
      client.send(new CreateMultipartUploadCommand(object(name)), within(answerMs)),
    )
    const upload = { ...object(name), UploadId }
    try {
      const parts: CompletedPart[] = []
      for (let part: Uint8Array | undefined = first; part; part = await nextOf(rest)) {
        const number = { PartNumber: parts.length + 1 }
        const command = new UploadPartCommand({ ...upload, ...number, Body: part })
        const limit = within(uploadMs(part))
        parts.push({ ...number, ETag: (await asked(() => client.send(command, limit))).ETag })
      }
      const whole = { ...upload, MultipartUpload: { Parts: parts }, IfNoneMatch: '*' }
      await once(() => client.send(new CompleteMultipartUploadCommand(whole), within(assemblyMs)))
    } catch (error) {
      // What cannot be given up now is swept away later.
      await client.send(new AbortMultipartUploadCommand(upload), within(answerMs)).catch(() => {})
      throw error
    }
  }

  return {
    async put(name, content) {
      // Not every storage honours If-None-Match, and what is there need not be sent again.
      if ((await sizeOf(name)) !== null) return
      if (content instanceof Uint8Array) return await putWhole(name, content)
      const parts = inParts(content)
      const first = (await nextOf(parts)) ?? new Uint8Array()
      if (first.byteLength < partBytes) return await putWhole(name, first)
      await putParts(name, first, parts)
    },
    get: name =>
      asked(async () => {
        const { Body } = await client.send(new GetObjectCommand(object(name)), within(answerMs))
        return Buffer.from(await Body!.transformToByteArray())
      }, null),
    size: sizeOf,
    open: (name, range) =>
      asked(async () => {
        const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
        // The body may be read for as long as a video lasts: only its beginning has a limit.
        const got = await withLimit(abortSignal =>
          client.send(new GetObjectCommand({ ...object(name), ...part }), { abortSignal }),
        )
        const whole = Number(got.ContentRange?.split('/')[1] ?? got.ContentLength)
        return { size: whole, stream: got.Body!.transformToWebStream() as ReadableStream<Uint8Array> }
      }, null),
    async delete(name) {
      await asked(() => client.send(new DeleteObjectCommand(object(name)), within(answerMs)), null)
    },
    async list(prefix, after) {
      const from = after ? { StartAfter: after } : {}
      const command = new ListObjectsV2Command({ ...bucket, Prefix: prefix, ...from })
      const { Contents = [] } = await asked(() => client.send(command, within(answerMs)))
      return Contents.map(({ Key, LastModified }) => ({ name: Key!, modifiedAt: LastModified! }))
    },
    async sweep(before) {
      try {
        // One page of a thousand: what is left is swept the next time.
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket), within(answerMs))
        for (const { Key, UploadId, Initiated } of Uploads)
          if (Initiated && Initiated < before)
            await client.send(new AbortMultipartUploadCommand({ ...bucket, Key, UploadId }), within(answerMs))
      } catch (error) {
        // Where unfinished uploads cannot be listed, a rule of the bucket has to end them.
        if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw refusal(error)
      }
    },
    uploadTarget: (name, { contentType, lifeMs }) =>
      getSignedUrl(forBrowsers, new PutObjectCommand({ ...object(name), ContentType: contentType }), {
        expiresIn: lifeMs / 1000,
        // Unsigned, it would be the sender's choice.
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

/** Throws `CannotStart`, with what to look at, when the bucket cannot be reached or read. */
export async function refuseUnusableBucket(place: S3Place): Promise<void> {
  try {
    await withLimit(abortSignal =>
      clientOf(place, place.endpoint).send(new HeadBucketCommand({ Bucket: place.bucket }), { abortSignal }),
    )
  } catch (error) {
    // Never with the setting itself: it holds the secret key.
    throw new CannotStart(
      `The bucket ${place.bucket} at ${place.endpoint} cannot be used by STORAGE_URL: ${reasonOf(error)}.`,
      error,
    )
  }
}

function reasonOf(error: unknown): string {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 404) return 'there is no such bucket'
  if (status === 403) return 'the key or the secret is wrong, or may not read it'
  if (status === 301) return 'it lies in another region'
  if (error instanceof Error && error.name === 'AbortError') return 'it does not answer'
  return error instanceof Error ? error.message.replace(/\.$/, '') || error.name : 'no answer'
}

const clientOf = (place: S3Place, endpoint: string): S3Client =>
  new S3Client({
    endpoint,
    region: place.region,
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Many that speak the protocol store the framing of the newer checksums as if it were content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      ...{ connectionTimeout: 3_000, requestTimeout: answerMs, throwOnRequestTimeout: true },
      socketTimeout: stalledMs,
    },
  })

/** Gives up when the answer has not begun in time. */
async function withLimit<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), answerMs)
  try {
    return await call(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** The answer, or `missing` for an object that is not there; every other refusal is one of the storage's, worth another try. */
async function asked<T>(ask: () => Promise<T>, ...missing: [] | [T]): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (missing.length > 0 && isMissing(error)) return missing[0] as T
    throw refusal(error)
  }
}

/** Somebody who wrote the same name at the same time was faster: what is there is whole. */
async function once(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status !== 412 && status !== 409) throw refusal(error)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name)

/** Whatever went wrong on the way to the bucket or in it. Mistakes of our own stay what they are: no waiting mends them. */
function refusal(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error
  return new ProviderError({
    provider: 'storage/s3',
    code: 'storage_unavailable',
    retryable: true,
    detail: error instanceof Error ? error.name : 'unknown',
    cause: error,
  })
}

/** The same bytes in pieces of one size, the last one shorter. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.byteLength
    while (size >= partBytes) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, partBytes)
      waiting = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

async function nextOf(parts: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const next = await parts.next()
  return next.done ? undefined : next.value
}
