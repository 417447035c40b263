import InspectorValues
import RequestFormats

extension Workspace {
    /// Returns the wishes of the files that nobody has granted, so that they can be asked for once.
    package func wishes(besides answers: SendAnswers) -> [Wish] {
        // Values that people are asked for are named with the rest, and need no leave of their own.
        wishes.filter { $0.ask.isPrompt || !trust.allows($0) && !answers.granted.contains($0) }
    }

    /// The wishes of the files, as far as they can be told in a moment.
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
