import { serveOfflineAudio } from './offline-audio.ts'
import { servePages } from './pages.ts'
import { handlePushNotifications } from './push-notifications.ts'
import { updateOnRequest } from './versions.ts'

/** The service worker. It has no session and caches no API responses. */
updateOnRequest()
servePages()
serveOfflineAudio()
handlePushNotifications()
