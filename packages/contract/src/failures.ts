/** The next step to offer the user after a failure. The screen shows it as one button. */
export type NextStep =
  | 'none'
  | 'retry'
  | 'wait'
  | 'check_link'
  | 'other_video'
  | 'upload_captions'
  | 'check_file'
  | 'upgrade'
  | 'log_in'
  | 'contact_support'

/**
 * `kind` decides how work on a video continues: `permanent` fails and refunds the quota, `deferred` waits and checks again,
 * `transient` is retried with backoff before it fails, `refusal` means the work never started.
 */
export type Failure = {
  /** HTTP status when a request fails with this code. A failed summary carries the code in a 200 body. */
  status: number
  /** One or two plain sentences for the user: what happened and, if possible, what to do about it. */
  sentence: string
  next: NextStep
} /** `forVideo`: the sentence to show for a video, if `sentence` also covers other things. */ & (
  | { kind: 'permanent' | 'refusal'; forVideo?: string }
  /** `afterGivingUp`: the sentence to show once we have stopped waiting. */
  | { kind: 'deferred'; afterGivingUp: string }
  /**
   * `whileWaiting`: the sentence to show while we wait to retry. `isYouTubeUnavailable`: the problem is between YouTube and this server,
   * not with the video, so we retry for hours.
   */
  | { kind: 'transient'; whileWaiting: string; isYouTubeUnavailable?: true; forVideo?: string }
)

const orUpload = 'If you have a caption file, upload that instead.'

/** YouTube withholds the video from this server, although other people may be able to watch it. */
const withheld = (problem: string) => ({
  status: 503,
  kind: 'transient' as const,
  next: 'upload_captions' as const,
  sentence: `${problem} Please try again later.`,
  forVideo: `${problem} The video itself is fine. ${orUpload}`,
  whileWaiting: `${problem} We’ll try again automatically.`,
})

const refusedForNow = (problem: string, whileWaiting = 'YouTube is refusing our requests right now.') => ({
  ...withheld(problem),
  isYouTubeUnavailable: true as const,
  whileWaiting,
})

const video = {
  invalid_id: {
    status: 400,
    kind: 'permanent',
    next: 'check_link',
    sentence: 'This isn’t a link to a YouTube video. Paste the link to one video, or its 11-character ID.',
  },
  not_found: {
    status: 404,
    kind: 'permanent',
    next: 'check_link',
    sentence: 'We couldn’t find this. It may have been removed.',
    forVideo: 'This video doesn’t exist or has been removed.',
  },
  private: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'This video is private. Only people its owner invited can watch it.',
  },
  blocked: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'The creator of this video asked us not to summarize it.',
  },
  age_restricted: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video is age-restricted, so YouTube shows it only to signed-in adults. ${orUpload}`,
  },
  members_only: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video is for channel members only. ${orUpload}`,
  },
  premium_only: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video must be bought or rented on YouTube. ${orUpload}`,
  },
  too_long: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'This video is longer than 12 hours, the most we can summarize.',
  },
  no_speech: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'Not enough speech to summarize.',
  },
  language_unsupported: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'This isn’t in English. Summarizing other languages needs a language model, which isn’t set up here.',
  },
  region_blocked: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `The owner of this video blocked it in this server’s country. ${orUpload}`,
  },
  unplayable: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'YouTube reports that this video can’t be played.',
  },
  no_captions: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video has no captions, and speech to text isn’t set up here. ${orUpload}`,
  },
  live: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This video is live right now. We’ll check every hour and summarize it when it has ended.',
    afterGivingUp: 'This video was still live after 14 days, so we stopped checking. Try again when it has ended.',
  },
  upcoming: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This video hasn’t started yet. We’ll summarize it after it has ended.',
    afterGivingUp: 'This video still hadn’t aired after 14 days, so we stopped checking. Try again after it has ended.',
  },
  captions_pending: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This stream just ended, and YouTube is still creating its captions. We’ll keep checking for 24 hours.',
    afterGivingUp: 'YouTube created no captions within 24 hours of the end of this stream. Try again in a day or two.',
  },
  bot_check: refusedForNow('YouTube asked this server to prove it’s not a robot.'),
  rate_limited: refusedForNow('YouTube is limiting requests from this server.'),
  ip_blocked: refusedForNow('YouTube is blocking this server’s IP address.'),
  paced: {
    ...refusedForNow('This server limits its requests to YouTube to avoid being blocked.'),
    whileWaiting: 'This server limits its requests to YouTube to avoid being blocked.',
  },
  consent_page: withheld('YouTube returned a cookie consent page instead of the video.'),
  po_token_required: withheld('YouTube refused to send the captions to this server.'),
  parse_changed: withheld('YouTube has changed its format, and this version of the service can’t read it.'),
  network: {
    ...refusedForNow('YouTube didn’t respond to this server in time.', 'YouTube isn’t responding right now.'),
    forVideo: `YouTube didn’t respond to this server in time. Try again, or upload the captions as a file.`,
  },
} as const satisfies Record<string, Failure>

const generation = {
  sound_unreadable: {
    status: 400,
    kind: 'permanent',
    next: 'check_file',
    sentence: 'We can’t read any audio in this file. Use MP3, M4A, MP4, Ogg, WebM, WAV or FLAC.',
  },
  transcription_failed: {
    status: 503,
    kind: 'transient',
    next: 'retry',
    sentence: 'We couldn’t transcribe this recording right now. Please try again later.',
    whileWaiting: 'We couldn’t transcribe this recording right now. We’ll try again automatically.',
  },
  upload_lost: {
    status: 404,
    kind: 'permanent',
    next: 'check_file',
    sentence: 'We lost your file. Please upload it again.',
  },
  engine_failed: {
    status: 500,
    kind: 'permanent',
    next: 'retry',
    sentence: 'We couldn’t write this summary. It doesn’t count toward your monthly limit. Please try again.',
  },
  voice_failed: {
    status: 500,
    kind: 'permanent',
    next: 'retry',
    sentence: 'You can read the summary, but we couldn’t create its audio.',
  },
  storage_unavailable: {
    status: 503,
    kind: 'transient',
    next: 'retry',
    sentence: 'Our file storage isn’t responding right now. Please try again in a moment.',
    whileWaiting: 'Our file storage isn’t responding right now. We’ll try again automatically.',
  },
  cancelled: { status: 409, kind: 'permanent', next: 'retry', sentence: 'This summary was cancelled.' },
} as const satisfies Record<string, Failure>

const plan = {
  monthly_limit_reached: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'You have used all your summaries for this month.',
  },
  community_reads_used_up: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'You have used all your community reads for this month.',
  },
  plan_required: { status: 403, kind: 'refusal', next: 'upgrade', sentence: 'Your plan doesn’t include this.' },
  too_many_channels: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'Your plan doesn’t allow that many channels.',
  },
  frequency_not_in_plan: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'Your plan doesn’t include this frequency.',
  },
  schedule_exists: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'You already have a schedule. Change that one instead.',
  },
  start_in_past: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'A schedule can’t start in the past. Choose a later time.',
  },
} as const satisfies Record<string, Failure>

const payment = {
  payments_off: {
    status: 503,
    kind: 'refusal',
    next: 'none',
    sentence: 'Payments aren’t set up on this server, so you can’t buy a plan here.',
  },
  payment_unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'We couldn’t reach the payment service. You won’t be charged twice. Please try again in a moment.',
  },
  payment_declined: {
    status: 402,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The payment was declined. Use another card, or ask your bank.',
  },
  payment_action_required: {
    status: 402,
    kind: 'refusal',
    next: 'retry',
    sentence: 'Your bank needs you to confirm this payment. Choose the plan again to confirm it.',
  },
  payment_not_found: {
    status: 400,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'We can’t find this payment in your account. If you were charged, contact us.',
  },
  payment_pending: {
    status: 409,
    kind: 'refusal',
    next: 'wait',
    sentence: 'This payment is still being processed. Your plan starts as soon as it’s complete.',
  },
  payment_in_progress: {
    status: 409,
    kind: 'refusal',
    next: 'wait',
    sentence: 'Your plan is already being changed. Wait a moment and check again.',
  },
  payment_disputed: {
    status: 409,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'One of your payments is disputed at your bank. You can’t change your plan until that’s resolved.',
  },
  already_subscribed: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'You already have a plan. Change it instead of buying a second one.',
  },
  bought_elsewhere: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'You bought your plan in an app store. Change or cancel it there.',
  },
  no_trial: { status: 400, kind: 'refusal', next: 'none', sentence: 'No plan has a free trial.' },
  plan_not_sold: { status: 400, kind: 'refusal', next: 'none', sentence: 'This plan isn’t for sale.' },
  nothing_to_cancel: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'This plan has already ended.',
  },
  receipt_invalid: {
    status: 400,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'We couldn’t match this purchase to your account. If you were charged, contact us.',
  },
} as const satisfies Record<string, Failure>

const sharing = {
  not_shareable: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'A summary of your own file is private and can’t be shared.',
  },
} as const satisfies Record<string, Failure>

const request = {
  upload_unreadable: {
    status: 400,
    kind: 'refusal',
    next: 'check_file',
    sentence:
      'We can’t read any captions in this file. Use a .vtt, .srt, .ass, .lrc, .ttml, .xml, .json or .txt file of up to 5 MB.',
  },
  too_many_requests: {
    status: 429,
    kind: 'refusal',
    next: 'wait',
    sentence: 'Too many requests in a short time. Please wait a moment.',
  },
  queue_full: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'We’re very busy right now, so your summary would take too long. Please try again in a few minutes.',
  },
  too_many_uploads: {
    status: 429,
    kind: 'refusal',
    next: 'wait',
    sentence: 'Several of your uploads are still running. Wait until one has finished.',
  },
  too_large: { status: 413, kind: 'refusal', next: 'none', sentence: 'The request is too large.' },
  address_too_long: { status: 414, kind: 'refusal', next: 'none', sentence: 'The URL of the request is too long.' },
  method_not_allowed: {
    status: 405,
    kind: 'refusal',
    next: 'none',
    sentence: 'This request method isn’t allowed.',
  },
  headers_too_large: {
    status: 431,
    kind: 'refusal',
    next: 'none',
    sentence: 'The request headers are too large.',
  },
  too_slow: {
    status: 408,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The request took too long to arrive. Please try again.',
  },
  invalid_request: { status: 400, kind: 'refusal', next: 'none', sentence: 'We couldn’t understand this request.' },
  email_taken: {
    status: 400,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'An account with this email address already exists. Log in instead.',
  },
  wrong_credentials: {
    status: 401,
    kind: 'refusal',
    next: 'none',
    sentence: 'Wrong email address or password.',
  },
  wrong_password: { status: 400, kind: 'refusal', next: 'none', sentence: 'The current password is wrong.' },
  no_password: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This account has no password yet. Log out and choose “Forgot your password?” to set one.',
  },
  password_too_common: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'That password is too common. Choose another one.',
  },
  link_expired: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This link has expired or was already used. Request a new one.',
  },
  mail_failed: {
    status: 503,
    kind: 'permanent',
    next: 'contact_support',
    sentence: 'We couldn’t deliver the email.',
  },
  address_differs: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This isn’t your account’s email address. Type it exactly as your profile shows it.',
  },
  fresh_login_required: {
    status: 403,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'For your security, please log out, log in again, and come back within 15 minutes.',
  },
  upload_unknown: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'We can’t find this upload, or it was already used. Choose the picture again.',
  },
  picture_unreadable: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'We can’t read this picture. Use a JPEG, PNG, WebP or GIF of up to 5 MB and 24 megapixels.',
  },
  unauthorized: { status: 401, kind: 'refusal', next: 'log_in', sentence: 'Please log in.' },
  sign_in_failed: {
    status: 401,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'Sign-in failed. Please try again.',
  },
  sign_in_not_set_up: {
    status: 401,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'This sign-in method isn’t set up here. Use your email address and password.',
  },
  sign_in_unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'We couldn’t reach the sign-in service. Try again in a moment, or use your email address and password.',
  },
  address_not_confirmed: {
    status: 403,
    kind: 'refusal',
    next: 'log_in',
    sentence:
      'This sign-in has no confirmed email address, so we can’t create an account from it. Confirm your address with that provider, or create an account with a password.',
  },
  confirm_address: {
    status: 403,
    kind: 'refusal',
    next: 'none',
    sentence: 'Confirm your email address first: open the link in the email we sent you.',
  },
  password_first: {
    status: 409,
    kind: 'refusal',
    next: 'log_in',
    sentence:
      'This email address already has an account with a password. Log in with the password and confirm the address, or reset the password. Then this sign-in works too.',
  },
  link_of_another: {
    status: 409,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'This link is for another account. Log in to that account to confirm its address.',
  },
  too_many_tries: {
    status: 429,
    kind: 'refusal',
    next: 'none',
    sentence:
      'Too many wrong passwords for this address today. Log in from a network you’ve used before, or reset your password.',
  },
  forbidden: { status: 403, kind: 'refusal', next: 'none', sentence: 'You’re not allowed to do this.' },
  unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The service is busy or restarting. Please try again in a moment.',
  },
  internal: { status: 500, kind: 'permanent', next: 'retry', sentence: 'Something went wrong.' },
} as const satisfies Record<string, Failure>

/**
 * The complete table of failure codes: HTTP status, sentence and next step. Every API error carries one of these codes.
 * Video codes match the YouTube failure taxonomy.
 */
export const failures = { ...video, ...generation, ...plan, ...payment, ...sharing, ...request } satisfies Record<
  string,
  Failure
>

export type FailureCode = keyof typeof failures
export type VideoFailureCode = keyof typeof video

export const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]]

export const failure = (code: FailureCode): Failure => failures[code]

/** The sentence that explains why a video can't be summarized. */
export function videoFailureSentence(code: FailureCode): string {
  const { sentence, ...rest } = failure(code)
  return ('forVideo' in rest && rest.forVideo) || sentence
}

/** Whether YouTube is temporarily unavailable to this server, so that retrying in an hour makes sense. */
export function isYouTubeUnavailable(code: FailureCode): boolean {
  const entry = failure(code)
  return entry.kind === 'transient' && entry.isYouTubeUnavailable === true
}

/** Whether part of our own service is down. Neither the video nor the user is at fault, so jobs wait until it is back. */
export const isOutage = (code: FailureCode): boolean => code === 'storage_unavailable'

/** The sentence and next step for a summary with this code, depending on whether we are still waiting or have given up. */
export function describeFailure(code: FailureCode, isWaiting: boolean): { sentence: string; next: NextStep } {
  const { next, ...rest } = failure(code)
  if (rest.kind === 'transient' && isWaiting) return { sentence: rest.whileWaiting, next: 'wait' }
  if (rest.kind === 'deferred' && !isWaiting) return { sentence: rest.afterGivingUp, next: 'retry' }
  return { sentence: videoFailureSentence(code), next }
}
