import FoundationEssentials
import InspectorWorkspace
import RequestFormats

/// `inspector completion`: prints the script of a shell, or, for these scripts, what a word may become.
struct CompletionCommand {
    var wish: CompletionWish

    func run() -> ExitStatus {
        switch wish {
        case .script(let shell): StandardStream.output.write(shell.text)
        case .words(let words):
            for candidate in ShellCompletion(disk: .ofProcess).candidates(for: words)
            where !candidate.isHostile {
                StandardStream.output.write(candidate + "\n")
            }
        }
        return .success
    }
}

extension String {
    /// Indicates whether a shell, which takes a line for a candidate, would be given something else by it.
    fileprivate var isHostile: Bool { unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
}

extension ShellCompletion.Disk {
    static var ofProcess: ShellCompletion.Disk {
        ShellCompletion.Disk(
            names: { folder in
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return names.map { name in
                    var isFolder = false
                    let path = folder == "." ? name : folder + name
                    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    return isFolder ? name + "/" : name
                }
            },
            selectors: { path in
                var options = Options()
                options.paths = [path]
                let files = (try? DescribeCommand(options: options).files) ?? []
                return files.flatMap { file in
                    file.requests.map(DescribedFile(file).selector)
                }
            },
            environments: { paths in
                var options = Options()
                options.paths = paths
                return options.workspace.environments().names
            })
    }
}
