import ClientEngine

/// A demand to copy something out of the screen.
package enum CopyEffect: Equatable, Sendable {
    /// Puts text into the clipboard of the terminal.
    case toClipboard([UInt8])
    /// Writes bytes into a file; asks first where that would replace one.
    case toFile(FileCopy)
}

/// Bytes that are to be written into a file.
package struct FileCopy: Equatable, Sendable {
    package enum Content: String, Sendable {
        case body = "the body"
        case archive = "the archive"
    }

    package var content = Content.body
    package var bytes: [UInt8]
    /// The path of the file; `~/` is the home folder, and what does not begin with `/` lies in the working directory.
    package var path: String
    /// Indicates whether a file that is there already may be replaced.
    package var replaces = false
}

extension ClipboardItem.Source {
    /// The name that a file with the body could have: what the server proposes, or else the last part of the path.
    var fileName: String {
        guard found == nil else { return "result.json" }
        let headers = isSent ? task.origin.request.headers : exchange?.head?.headers ?? [:]
        let proposed =
            isSent
            ? nil : headers["Content-Disposition"].flatMap { HeaderParameters($0)["filename"]?.unquoted }
        let last = (proposed ?? task.origin.url?.path ?? "").split(at: "/").last ?? ""
        let name = String(
            last.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }.drop { $0 == "." })
        let base = name.isEmpty ? "body" : name
        guard !base.contains("."), let type = headers["Content-Type"],
            let ending = MediaType(type).fileExtension
        else { return base }
        return "\(base).\(ending)"
    }
}

extension Confirmation {
    /// Asks whether a file that is there already is replaced.
    init(replacing file: FileCopy) {
        var copy = file
        copy.replaces = true
        self.init(question: "\(file.path) is there already. Replace it?", effects: [.copy(.toFile(copy))])
    }
}
