/** What the client may do next about a failure; the screen turns it into one button. */
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
 * How work on a video that ends so goes on: `permanent` ends and gives the quota back, `deferred` waits and asks again,
 * `transient` is retried with backoff before it ends, `refusal` never started.
 */
export type Failure = {
  /** HTTP status when the code is answered to a request. A summary that failed carries the code in a 200 body. */
  status: number
  /** One or two plain sentences for the user: what happened, and where something can be done about it, what. */
  sentence: string
  next: NextStep
} /** `ofVideo`: what is said of a video, where the code is that of other things as well. */ & (
  | { kind: 'permanent' | 'refusal'; ofVideo?: string }
  /** `givenUp`: what is said in the end, when it was waited for in vain. */
  | { kind: 'deferred'; givenUp: string }
  /**
   * `waiting`: what is said while we wait to try again ourselves. `refusesForNow`: YouTube refuses this server and not the
   * video, so it is asked again for hours.
   */
  | { kind: 'transient'; waiting: string; refusesForNow?: true; ofVideo?: string }
)

const orUpload = 'If you have its captions as a file, upload that instead.'

/** YouTube gives this server nothing about a video that others may well watch. */
const withheld = (what: string) => ({
  status: 503,
  kind: 'transient' as const,
  next: 'upload_captions' as const,
  sentence: `${what} Please try again later.`,
  ofVideo: `${what} The video itself is fine. ${orUpload}`,
  waiting: `${what} We try again on our own.`,
})

const refusedForNow = (what: string, waiting = 'YouTube refuses for now.') => ({
  ...withheld(what),
  refusesForNow: true as const,
  waiting,
})

const video = {
  invalid_id: {
    status: 400,
    kind: 'permanent',
    next: 'check_link',
    sentence: 'This is not the link of a YouTube video. Paste the link of one video, or its 11-character id.',
  },
  not_found: {
    status: 404,
    kind: 'permanent',
    next: 'check_link',
    sentence: 'This does not exist, or it has been removed.',
    ofVideo: 'This video does not exist, or it has been removed.',
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
    sentence: 'The maker of this video asked us not to summarize it.',
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
    sentence: `This video is for paying members of the channel only. ${orUpload}`,
  },
  premium_only: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video has to be bought or rented on YouTube. ${orUpload}`,
  },
  too_long: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'This video is longer than 12 hours, which is the most we can summarize.',
  },
  no_speech: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'Nobody speaks in this video, or too little to summarize.',
  },
  language_unsupported: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'This is not in English. Summaries of other languages need a language model, which is not set up here.',
  },
  region_blocked: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `The owner of this video has blocked it in the country of this server. ${orUpload}`,
  },
  unplayable: {
    status: 422,
    kind: 'permanent',
    next: 'other_video',
    sentence: 'YouTube says that this video cannot be played.',
  },
  no_captions: {
    status: 422,
    kind: 'permanent',
    next: 'upload_captions',
    sentence: `This video has no captions, and speech to text is not set up here. ${orUpload}`,
  },
  live: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This video is live right now. We look again every hour and summarize it when it has ended.',
    givenUp: 'This video was still live after 14 days, so we stopped looking. Try again when it has ended.',
  },
  upcoming: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This video has not started yet. We summarize it after it has ended.',
    givenUp:
      'This video had not been shown after 14 days of waiting, so we stopped looking. Try again after it has ended.',
  },
  captions_pending: {
    status: 422,
    kind: 'deferred',
    next: 'wait',
    sentence: 'This stream has just ended and YouTube is still writing its captions. We look again for 24 hours.',
    givenUp: 'YouTube has written no captions in the 24 hours after this stream had ended. Try again in a day or two.',
  },
  bot_check: refusedForNow('YouTube asked this server to prove that it is not a robot.'),
  rate_limited: refusedForNow('YouTube is limiting requests from this server.'),
  ip_blocked: refusedForNow('YouTube is blocking the network address of this server.'),
  paced: {
    ...refusedForNow('This server asks YouTube only so often, so that it is not blocked.'),
    waiting: 'This server asks YouTube only so often, so that it is not blocked.',
  },
  consent_page: withheld('YouTube answered with a cookie question instead of the video.'),
  po_token_required: withheld('YouTube did not hand out the captions to this server.'),
  parse_changed: withheld('YouTube answered in a form that this version of the service does not know.'),
  network: {
    ...refusedForNow('YouTube did not answer this server, or not in time.', 'YouTube does not answer for now.'),
    ofVideo: `YouTube did not answer this server, or not in time. Try again, or upload its captions as a file.`,
  },
} as const satisfies Record<string, Failure>

const making = {
  sound_unreadable: {
    status: 400,
    kind: 'permanent',
    next: 'check_file',
    sentence: 'This recording holds no sound that we can read. Use MP3, M4A, MP4, Ogg, WebM, WAV or FLAC.',
  },
  transcription_failed: {
    status: 503,
    kind: 'transient',
    next: 'retry',
    sentence: 'The words of this recording could not be written down at the moment. Please try again later.',
    waiting: 'The words of this recording could not be written down at the moment. We try again on our own.',
  },
  upload_lost: {
    status: 404,
    kind: 'permanent',
    next: 'check_file',
    sentence: 'We lost the text of your file. Please upload it again.',
  },
  engine_failed: {
    status: 500,
    kind: 'permanent',
    next: 'retry',
    sentence: 'The summary could not be written. Nothing was charged; please try again.',
  },
  voice_failed: {
    status: 500,
    kind: 'permanent',
    next: 'retry',
    sentence: 'The summary is here to read, but its audio could not be made.',
  },
  storage_unavailable: {
    status: 503,
    kind: 'transient',
    next: 'retry',
    sentence: 'Our file storage does not answer right now. Please try again in a moment.',
    waiting: 'Our file storage does not answer right now. We try again on our own.',
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
  plan_required: { status: 403, kind: 'refusal', next: 'upgrade', sentence: 'Your plan does not include this.' },
  too_many_channels: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'Your plan does not allow that many channels.',
  },
  frequency_not_in_plan: {
    status: 403,
    kind: 'refusal',
    next: 'upgrade',
    sentence: 'Your plan does not include this frequency.',
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
    sentence: 'The start of a schedule cannot lie in the past. Choose a later one.',
  },
} as const satisfies Record<string, Failure>

const payment = {
  payments_off: {
    status: 503,
    kind: 'refusal',
    next: 'none',
    sentence: 'Nothing can be bought here: payments are not set up on this server.',
  },
  payment_unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The payment service could not be reached. Nothing was charged twice; please try again in a moment.',
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
    sentence: 'Your bank asks you to confirm this payment. Choose the plan again and confirm it there.',
  },
  payment_not_found: {
    status: 400,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'There is no such payment of yours. If you were charged, write to us.',
  },
  payment_pending: {
    status: 409,
    kind: 'refusal',
    next: 'wait',
    sentence: 'This payment is not through yet. The plan begins by itself as soon as it is.',
  },
  payment_in_progress: {
    status: 409,
    kind: 'refusal',
    next: 'wait',
    sentence: 'Another change of your plan is being made. Wait a moment and look again.',
  },
  payment_disputed: {
    status: 409,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'One of your payments is disputed at your bank. The plan cannot be changed until that is settled.',
  },
  already_subscribed: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'You have a plan already. Change it instead of buying a second one.',
  },
  bought_elsewhere: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'Your plan was bought in an app store. Change or end it there.',
  },
  no_trial: { status: 400, kind: 'refusal', next: 'none', sentence: 'No plan can be tried for free.' },
  plan_not_sold: { status: 400, kind: 'refusal', next: 'none', sentence: 'This plan cannot be bought.' },
  nothing_to_cancel: {
    status: 409,
    kind: 'refusal',
    next: 'none',
    sentence: 'This plan has ended already.',
  },
  receipt_invalid: {
    status: 400,
    kind: 'refusal',
    next: 'contact_support',
    sentence: 'This purchase could not be matched to your account. If you were charged, write to us.',
  },
} as const satisfies Record<string, Failure>

const sharing = {
  not_shareable: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'A summary of your own file is private and cannot be shared.',
  },
} as const satisfies Record<string, Failure>

const request = {
  upload_unreadable: {
    status: 400,
    kind: 'refusal',
    next: 'check_file',
    sentence:
      'This file holds no captions we can read. Use a .vtt, .srt, .ass, .lrc, .ttml, .xml, .json or .txt file of at most 5 MB.',
  },
  too_many_requests: {
    status: 429,
    kind: 'refusal',
    next: 'wait',
    sentence: 'That was too many requests in a short time. Please wait a moment.',
  },
  queue_full: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'So many summaries are being made that yours would take too long. Please try again in a few minutes.',
  },
  too_many_uploads: {
    status: 429,
    kind: 'refusal',
    next: 'wait',
    sentence: 'You have several uploads running already. Wait until one of them has finished.',
  },
  too_large: { status: 413, kind: 'refusal', next: 'none', sentence: 'The request is too large.' },
  address_too_long: { status: 414, kind: 'refusal', next: 'none', sentence: 'The address of the request is too long.' },
  method_not_allowed: {
    status: 405,
    kind: 'refusal',
    next: 'none',
    sentence: 'The method of the request is not allowed.',
  },
  headers_too_large: {
    status: 431,
    kind: 'refusal',
    next: 'none',
    sentence: 'The headers of the request are too large.',
  },
  too_slow: {
    status: 408,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The request took too long to arrive. Please try again.',
  },
  invalid_request: { status: 400, kind: 'refusal', next: 'none', sentence: 'The request was not understood.' },
  email_taken: {
    status: 400,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'An account with this email address exists already. Log in instead.',
  },
  wrong_credentials: {
    status: 401,
    kind: 'refusal',
    next: 'none',
    sentence: 'The email address or the password is wrong.',
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
    sentence: 'This password is among those that are guessed first. Choose another one.',
  },
  link_expired: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This link has expired or has been used already. Ask for a new one.',
  },
  mail_failed: {
    status: 503,
    kind: 'permanent',
    next: 'contact_support',
    sentence: 'The mail could not be delivered.',
  },
  address_differs: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This is not the email address of your account. Type it exactly as your profile shows it.',
  },
  fresh_login_required: {
    status: 403,
    kind: 'refusal',
    next: 'log_in',
    sentence:
      'For this you have to have logged in a moment ago. Log out, log in again, and come back within 15 minutes.',
  },
  upload_unknown: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This file was not uploaded here, or it was used already. Choose the picture again.',
  },
  picture_unreadable: {
    status: 400,
    kind: 'refusal',
    next: 'none',
    sentence: 'This is no picture we can read. Use a JPEG, PNG, WebP or GIF of at most 5 MB and 24 megapixels.',
  },
  unauthorized: { status: 401, kind: 'refusal', next: 'log_in', sentence: 'Please log in.' },
  sign_in_failed: {
    status: 401,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'The sign-in did not work. Please try again.',
  },
  sign_in_not_set_up: {
    status: 401,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'This way of signing in is not set up here. Use your email address and password.',
  },
  sign_in_unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence:
      'The sign-in service could not be reached. Try again in a moment, or use your email address and password.',
  },
  address_not_confirmed: {
    status: 403,
    kind: 'refusal',
    next: 'log_in',
    sentence:
      'No confirmed email address came with this sign-in, so no account can be made from it. Confirm the address there, or create an account with a password.',
  },
  confirm_address: {
    status: 403,
    kind: 'refusal',
    next: 'none',
    sentence: 'Confirm your email address first: open the link in the email that we sent you.',
  },
  password_first: {
    status: 409,
    kind: 'refusal',
    next: 'log_in',
    sentence:
      'This email address has an account with a password. Log in with it and confirm the address, or reset the password; then this sign-in works too.',
  },
  link_of_another: {
    status: 409,
    kind: 'refusal',
    next: 'log_in',
    sentence: 'This link was mailed for another account. Log in to that account to confirm its address.',
  },
  too_many_tries: {
    status: 429,
    kind: 'refusal',
    next: 'none',
    sentence:
      'Too many wrong passwords for this address today. Log in from a network you have used before, or reset your password.',
  },
  forbidden: { status: 403, kind: 'refusal', next: 'none', sentence: 'The service does not allow this.' },
  unavailable: {
    status: 503,
    kind: 'refusal',
    next: 'retry',
    sentence: 'The service is busy or restarting. Please try again in a moment.',
  },
  internal: { status: 500, kind: 'permanent', next: 'retry', sentence: 'Something went wrong.' },
} as const satisfies Record<string, Failure>

/**
 * The closed table of failure codes: HTTP status, one sentence, one next step. Every error the API gives carries one of
 * them. Codes of videos are those of the YouTube failure taxonomy.
 */
export const failures = { ...video, ...making, ...plan, ...payment, ...sharing, ...request } satisfies Record<
  string,
  Failure
>

export type FailureCode = keyof typeof failures
export type VideoFailureCode = keyof typeof video

export const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]]

export const failure = (code: FailureCode): Failure => failures[code]

/** Why a video cannot be summarized. */
export function sentenceOfVideo(code: FailureCode): string {
  const { sentence, ...rest } = failure(code)
  return ('ofVideo' in rest && rest.ofVideo) || sentence
}

/** Whether YouTube refuses this server for now, so that asking again in an hour makes sense. */
export function isRefusalForNow(code: FailureCode): boolean {
  const told = failure(code)
  return told.kind === 'transient' && told.refusesForNow === true
}

/** Whether a part of our own service is down. Neither the video nor the user is at fault, so jobs wait until it is back. */
export const isOutage = (code: FailureCode): boolean => code === 'storage_unavailable'

/** What a user is told of a summary with this code, and may do: a wait that goes on and one that was in vain are told apart. */
export function toldOf(code: FailureCode, isWaiting: boolean): { sentence: string; next: NextStep } {
  const { next, ...rest } = failure(code)
  if (rest.kind === 'transient' && isWaiting) return { sentence: rest.waiting, next: 'wait' }
  if (rest.kind === 'deferred' && !isWaiting) return { sentence: rest.givenUp, next: 'retry' }
  return { sentence: sentenceOfVideo(code), next }
}
