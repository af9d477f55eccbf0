import UIKit
import UniformTypeIdentifiers

/// Passes links and texts shared by other apps to this app. They are stored in the app group until the app next comes to the
/// foreground. iOS officially does not let a share extension open its app: if it works the app opens, otherwise an alert says
/// where the link is.
final class ShareViewController: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Task { @MainActor in
            let texts = await sharedTexts()
            guard !texts.isEmpty else {
                tell("Nothing to summarize", "This doesn’t contain a link or text.")
                return
            }
            keep(texts)
            openApp()
        }
    }

    private var items: [NSExtensionItem] {
        extensionContext?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
    }

    private func sharedTexts() async -> [String] {
        var texts: [String] = []
        for attachment in items.flatMap({ $0.attachments ?? [] }) {
            if let text = await text(of: attachment), !texts.contains(text) {
                texts.append(text)
            }
        }
        return texts
    }

    private func text(of attachment: NSItemProvider) async -> String? {
        for type in [UTType.url, UTType.plainText] where attachment.hasItemConformingToTypeIdentifier(type.identifier) {
            let item = try? await attachment.loadItem(forTypeIdentifier: type.identifier, options: nil)
            if let url = item as? URL, !url.isFileURL {
                return url.absoluteString
            }
            if let text = item as? String {
                return text
            }
        }
        return nil
    }

    /// In the format and under the key that the share target plugin reads.
    private func keep(_ texts: [String]) {
        let title = items.first?.attributedTitle?.string ?? ""
        let shared: [String: Any] = ["title": title, "texts": texts, "files": [[String: Any]]()]
        UserDefaults(suiteName: fact("RecapsAppGroup"))?.set(shared, forKey: "share-target-data")
    }

    private func openApp() {
        guard let context = extensionContext, let url = URL(string: "\(fact("RecapsScheme"))://share") else {
            close()
            return
        }
        context.open(url) { isOpen in
            DispatchQueue.main.async {
                if isOpen {
                    self.close()
                } else {
                    let name = self.fact("RecapsName")
                    self.tell("Saved to \(name)", "Open \(name) to summarize it.")
                }
            }
        }
    }

    private func tell(_ title: String, _ message: String) {
        let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in self.close() })
        present(alert, animated: true)
    }

    private func close() {
        extensionContext?.completeRequest(returningItems: nil)
    }

    /// A value from Info.plist, set by the build settings.
    private func fact(_ key: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
    }
}
