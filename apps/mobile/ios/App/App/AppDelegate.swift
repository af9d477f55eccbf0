import AVFoundation
import Capacitor
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        playAsPlayersDo()
        forgetWhoSignedIn()
        return true
    }

    /// The sign-in plugin stores the names of all users who signed in with Apple, even after they log out, for retrying a failed
    /// sign-in. We retry right away or not at all, so they are not needed.
    private func forgetWhoSignedIn() {
        UserDefaults.standard.removeObject(forKey: "AppleUserInfo")
    }

    /// Plays audio with the screen locked and in silent mode. The session is not activated here, so that other apps keep playing
    /// until this one starts. The web view pauses by itself on calls and when headphones are unplugged.
    private func playAsPlayersDo() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        } catch {
            NSLog("Could not set the audio session category: %@", error.localizedDescription)
        }
    }

    // Forwarded to the push plugin through NotificationCenter.

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: Error
    ) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
}
