import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// Copies what the screen shows to the clipboard and into files.
struct CopyEffects {
    /// Nil where lines are printed instead of a screen.
    let terminal: Terminal?
    let disk: DiskQueue

    func perform(_ effect: CopyEffect) {
        switch effect {
        case .toClipboard(let bytes): _ = terminal?.copy(bytes)
        case .toFile(let file): save(file)
        }
    }

    private func save(_ file: FileCopy) {
        disk.write("saving \(file.content.rawValue)", .question) {
            let path = RequestPaths.expandingHome(file.path)
            do throws(FileError) {
                // An archive holds records, which are for their owner alone.
                var output = try OutputFile(path, keepingMode: file.content == .body)
                if file.content == .body, !file.replaces { output.share() }
                if file.replaces {
                    try output.commit(file.bytes)
                } else if try !output.commitNew(file.bytes) {
                    return .messages([.fileExists(file)])
                }
                let text = "Saved \(file.bytes.count.byteText) in \(path)."
                return .messages([.notice(.confirmation(text))])
            } catch {
                return .messages([.notice(.error("Nothing was saved: \(error.description)"))])
            }
        }
    }
}
