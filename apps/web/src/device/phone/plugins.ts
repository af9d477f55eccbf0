import type { AppPlugin } from '@capacitor/app'
import type { BrowserPlugin } from '@capacitor/browser'
import { type SystemBars as Bars, registerPlugin } from '@capacitor/core'
import type { FilesystemPlugin } from '@capacitor/filesystem'
import type { HapticsPlugin } from '@capacitor/haptics'
import type { NetworkPlugin } from '@capacitor/network'
import type { PreferencesPlugin } from '@capacitor/preferences'
import type { SharePlugin } from '@capacitor/share'
import type { SplashScreenPlugin } from '@capacitor/splash-screen'
import type { StripePlugin } from '@capacitor-community/stripe'
import type { FirebaseMessagingPlugin } from '@capacitor-firebase/messaging'
import type { BadgePlugin } from '@capawesome/capacitor-badge'
import type { MediaSessionPlugin } from '@capgo/capacitor-media-session'
import type { CapacitorShareTargetPlugin } from '@capgo/capacitor-share-target'
import type { SocialLoginPlugin } from '@capgo/capacitor-social-login'
import type { NativePurchasesPlugin } from '@capgo/native-purchases'

// Only the packages' types are imported: their browser implementations are not needed on phones and would be a third of the bundle.
export const App = registerPlugin<AppPlugin>('App')
export const Badge = registerPlugin<BadgePlugin>('Badge')
export const Browser = registerPlugin<BrowserPlugin>('Browser')
export const Filesystem = registerPlugin<FilesystemPlugin>('Filesystem')
export const Haptics = registerPlugin<HapticsPlugin>('Haptics')
export const MediaSession = registerPlugin<MediaSessionPlugin>('MediaSession')
export const Network = registerPlugin<NetworkPlugin>('Network')
export const Preferences = registerPlugin<PreferencesPlugin>('Preferences')
export const Messaging = registerPlugin<FirebaseMessagingPlugin>('FirebaseMessaging')
export const NativePurchases = registerPlugin<NativePurchasesPlugin>('NativePurchases')
export const Share = registerPlugin<SharePlugin>('Share')
export const ShareTarget = registerPlugin<CapacitorShareTargetPlugin>('CapacitorShareTarget')
export const SplashScreen = registerPlugin<SplashScreenPlugin>('SplashScreen')
export const SocialLogin = registerPlugin<SocialLoginPlugin>('SocialLogin')
export const Stripe = registerPlugin<StripePlugin>('Stripe')
export const SystemBars = registerPlugin<typeof Bars>('SystemBars')

/** Runs a call in the background: it is not awaited, and errors are logged. */
export function inBackground(work: Promise<unknown>): void {
  work.catch(error => console.error('Native call failed:', error))
}
