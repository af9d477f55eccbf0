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

    /// The sign-in plug-in keeps the names of everybody who came in by Apple, also after their log-out, for a second try at a
    /// sign-in that did not reach the service. That is tried at once or never.
    private func forgetWhoSignedIn() {
        UserDefaults.standard.removeObject(forKey: "AppleUserInfo")
    }

    /// Sound goes on with the screen locked and with the silent switch. Nothing is made active here: what another app plays
    /// goes on until something plays in this one. Calls and headsets that are pulled out pause the web view's sound by itself.
    private func playAsPlayersDo() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        } catch {
            NSLog("The kind of sound could not be set: %@", error.localizedDescription)
        }
    }

    // The push plug-in hears of all this by notifications.

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
