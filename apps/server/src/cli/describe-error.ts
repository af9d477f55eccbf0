import { type FailureCode, failures } from '@recaps/contract/failures'
import { ConfigError } from '../config.ts'
import { AppError, ProviderError } from '../errors.ts'
import { UsageError } from './arguments.ts'

/** Describes any error in one sentence for the user, without a stack trace. */
export function describeError(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (error instanceof AppError) return error.message
  if (error instanceof ProviderError) return withoutRetry[error.code] ?? failures[error.code].sentence
  if (isSystemError(error)) {
    const reason = reasons[error.code] ?? `system error ${error.code}.`
    const file = error.dest ?? error.path
    return file === undefined ? `Cannot write the files: ${reason}` : `Cannot use ${file}: ${reason}`
  }
  // An error thrown in a worker thread may arrive as a plain object.
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return `Something went wrong: ${hasMessage ? error.message : String(error)}`
}

/** The server retries these automatically; the command does not. */
const withoutRetry: Partial<Record<FailureCode, string>> = {
  live: 'This video is live right now. Try again when it has ended.',
  upcoming: 'This video has not started yet. Try again when it has ended.',
  captions_pending: 'YouTube is still creating the captions of this video. Try again in an hour or two.',
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EROFS: 'the file system is read-only.',
  ENOENT: 'it does not exist and cannot be created.',
  ENOTDIR: 'part of its path is not a folder.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk is full.',
  ENAMETOOLONG: 'the name is too long.',
}

const isSystemError = (error: unknown): error is Error & { code: string; path?: string; dest?: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
