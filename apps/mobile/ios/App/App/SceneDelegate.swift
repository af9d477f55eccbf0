import Capacitor
import UIKit
import UserNotifications

/// The window and its web view come from Main.storyboard, which Info.plist names.
class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    /// The push notification that started the app.
    private var tapped: UNNotificationResponse?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        SceneDelegateProxy.shared.scene(scene, willConnectTo: session, options: connectionOptions)
        guard let response = connectionOptions.notificationResponse else { return }
        tapped = response
        NotificationCenter.default.addObserver(
            self,
            selector: #selector(tellOfTapped),
            name: .capacitorViewDidAppear,
            object: nil
        )
    }

    /// Capacitor misses this tap, because it listens only once its view has loaded. If iOS reports it to the plugin too, the page
    /// ignores the duplicate.
    @objc private func tellOfTapped() {
        NotificationCenter.default.removeObserver(self, name: .capacitorViewDidAppear, object: nil)
        guard let response = tapped else { return }
        tapped = nil
        let page = window?.rootViewController as? CAPBridgeViewController
        page?.bridge?.notificationRouter.pushNotificationHandler?.didReceive(response: response)
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        SceneDelegateProxy.shared.scene(scene, openURLContexts: URLContexts)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SceneDelegateProxy.shared.scene(scene, continue: userActivity)
    }
}
