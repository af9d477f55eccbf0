import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { showNotification } from './show-notification.ts'

export interface Phone {
  /** FCM registration token. */
  token: string
  /** Visible notifications; a new one replaces the one with the same tag. */
  shown: PhoneMessage[]
  /** All messages received, in order. */
  arrived: PhoneMessage[]
  /** Removes the app: FCM answers UNREGISTERED for its token. */
  uninstall(): void
}

export interface PhoneMessage {
  title: string
  body: string
  path: string
  topic: string
  tag: string
  /** Badge of the app icon on iPhones, and the count that Android launchers may show; null if the message has none. */
  icon: { ios: number | null; android: number | null }
}

export interface FcmAnswer {
  status: number
  body: object
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** Phones, Firebase Cloud Messaging, and Google's OAuth token endpoint. */
export function createPhones(projectId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const client_email = `push@${projectId}.iam.gserviceaccount.com`
  const phones = new Map<string, Phone>()
  const phonesOfOtherProjects = new WeakSet<Phone>()
  const accessTokens = new Set<string>()

  return {
    /** Service account key file (JSON), as Google issues it. */
    serviceAccount: JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      private_key_id: 'a1',
      private_key: privateKey,
      client_email,
      token_uri: 'https://oauth2.googleapis.com/token',
    }),

    /** Adds a phone with the app installed, built for a Firebase project. */
    open(builtFor = projectId): Phone {
      const token = `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(60).toString('base64url')}`
      const phone: Phone = { token, shown: [], arrived: [], uninstall: () => void phones.delete(token) }
      phones.set(token, phone)
      if (builtFor !== projectId) phonesOfOtherProjects.add(phone)
      return phone
    },

    /** `POST https://oauth2.googleapis.com/token` */
    async signIn(form: URLSearchParams, contentType = ''): Promise<FcmAnswer> {
      // Google ignores bodies of any other content type.
      if (!contentType.startsWith('application/x-www-form-urlencoded'))
        return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type: ' } }
      try {
        const { payload } = await jwtVerify(form.get('assertion') ?? '', await importSPKI(publicKey, 'RS256'), {
          algorithms: ['RS256'],
          issuer: client_email,
          audience: 'https://oauth2.googleapis.com/token',
          maxTokenAge: '1h',
        })
        if (payload.scope !== scope) return { status: 400, body: { error: 'invalid_scope' } }
      } catch {
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
      }
      const access_token = `ya29.${randomBytes(24).toString('base64url')}`
      accessTokens.add(access_token)
      return { status: 200, body: { access_token, expires_in: 3599, token_type: 'Bearer' } }
    },

    /** `POST https://fcm.googleapis.com/v1/projects/{project}/messages:send` */
    send(path: string, authorization: string, text: string): FcmAnswer {
      if (!accessTokens.has(authorization.replace(/^Bearer /, ''))) return failed(401, 'UNAUTHENTICATED', 'Sign in.')
      if (path !== `/v1/projects/${projectId}/messages:send`)
        return failed(403, 'PERMISSION_DENIED', 'Another project.')
      const { message } = JSON.parse(text) as { message: FcmMessage }
      if (!/^[\w-]+:APA91b[\w-]+$/.test(message.token))
        return failed(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token')
      const phone = phones.get(message.token)
      if (!phone) return failed(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED')
      if (phonesOfOtherProjects.has(phone))
        return failed(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH')
      const { notification, data, android, apns } = message
      if (Object.values(data).some(value => typeof value !== 'string'))
        return failed(400, 'INVALID_ARGUMENT', 'Invalid value at message.data')
      const collapseId = apns.headers['apns-collapse-id']
      if (Buffer.byteLength(collapseId) > maxCollapseIdBytes)
        return failed(400, 'INVALID_ARGUMENT', 'Invalid value for apns-collapse-id')
      // Android replaces notifications by tag, iPhones by collapse id: both must match.
      if (android.notification.tag !== collapseId) return failed(400, 'INVALID_ARGUMENT', 'Two tags for one message')
      const [badge, count] = [apns.payload.aps.badge, android.notification.notification_count]
      if ([badge, count].some(number => number !== undefined && !Number.isInteger(number)))
        return failed(400, 'INVALID_ARGUMENT', 'Invalid value (TYPE_INT32)')
      const icon = { ios: badge ?? null, android: count ?? null }
      showNotification(phone, { ...notification, ...data, tag: collapseId, icon } as PhoneMessage)
      return { status: 200, body: { name: `projects/${projectId}/messages/${randomBytes(8).toString('hex')}` } }
    },
  }
}

const maxCollapseIdBytes = 64

interface FcmMessage {
  token: string
  notification: object
  data: Record<string, unknown>
  android: { notification: { tag: string; notification_count?: number } }
  apns: { headers: { 'apns-collapse-id': string }; payload: { aps: { badge?: number } } }
}

const failed = (code: number, status: string, message: string, errorCode?: string): FcmAnswer => ({
  status: code,
  body: {
    error: {
      code,
      message,
      status,
      ...(errorCode
        ? { details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] }
        : {}),
    },
  },
})
