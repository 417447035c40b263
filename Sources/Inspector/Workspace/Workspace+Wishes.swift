import InspectorValues
import RequestFormats

extension Workspace {
    /// Returns the permissions that the files ask for and that are not granted yet.
    package func wishes(besides answers: SendAnswers) -> [Wish] {
        // Prompted values are listed with them but need no permission.
        wishes.filter { $0.ask.isPrompt || !trust.allows($0) && !answers.granted.contains($0) }
    }

    /// The permissions that the files ask for, up to a total file size that can be read quickly.
    private var wishes: [Wish] {
        var wishes: [Wish] = []
        var size = 0
        for file in list().files where size < 8 << 20 {
            guard let parsed = try? parse(file.path),
                let folder = try? TrustedFolder(RequestPaths.folder(of: file.path), trust)
            else { continue }
            size += parsed.bytes.count
            wishes += parsed.asks.map { Wish(folder: folder.folder.root, ask: folder.judged($0)) }
        }
        return wishes
    }
}
