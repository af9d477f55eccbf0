import UIKit
import UniformTypeIdentifiers

/// Hands what another app shares to this one. It lies in the app group until the app takes it, which it does each time it
/// comes to the front. iOS lets a share extension open no app: where it does so all the same the app opens, and elsewhere
/// a sentence says where the link has gone.
final class ShareViewController: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Task { @MainActor in
            let texts = await sharedTexts()
            guard !texts.isEmpty else {
                tell("Nothing to summarize", "There is no link and no text in what was shared.")
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

    /// In the form and under the name that the share target plug-in reads.
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
                    self.tell("Waits in \(name)", "Open \(name) to have it summarized.")
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

    /// From Info.plist, where the settings of the build put it.
    private func fact(_ key: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
    }
}
