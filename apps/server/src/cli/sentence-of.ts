import { type FailureCode, failures } from '@recaps/contract/failures'
import { ConfigError } from '../config.ts'
import { AppError, ProviderError } from '../errors.ts'
import { UsageError } from './arguments.ts'

/** One sentence for the user, whatever went wrong; never a stack trace. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (error instanceof AppError) return error.message
  if (error instanceof ProviderError) return onlyOnce[error.code] ?? failures[error.code].sentence
  if (isSystemError(error)) {
    const why = reasons[error.code] ?? `the system says ${error.code}.`
    const file = error.dest ?? error.path
    return file === undefined ? `The files cannot be written: ${why}` : `${file} cannot be used: ${why}`
  }
  // What a thread throws may come across as a plain object.
  const isTold = typeof error === 'object' && error !== null && 'message' in error
  return `Something went wrong: ${isTold ? error.message : String(error)}`
}

/** The product looks again on its own; the terminal asks once. */
const onlyOnce: Partial<Record<FailureCode, string>> = {
  live: 'This video is live right now. Try again when it has ended.',
  upcoming: 'This video has not started yet. Try again when it has ended.',
  captions_pending: 'YouTube is still writing the captions of this video. Try again in an hour or two.',
}

const reasons: Record<string, string> = {
  EACCES: 'this user has no permission.',
  EPERM: 'this user has no permission.',
  EROFS: 'it cannot be written to.',
  ENOENT: 'it does not exist, and cannot be made.',
  ENOTDIR: 'a part of its path is no folder.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk is full.',
  ENAMETOOLONG: 'the name is too long.',
}

const isSystemError = (error: unknown): error is Error & { code: string; path?: string; dest?: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
