import CInspectorInotify
import ClientEngineWireMock
import Foundation

@testable import InspectorScreen
@testable import InspectorWorkspace
@testable import RequestFormats

/// A folder with hostile content, next to one in which nothing may be opened or written.
///
/// The kernel reports violations.
///
///     scratch/ ─┬─ inside/   inside.txt  self → .  link, mappings, http-client.env.json … → as the input says
///               ├─ outside/  secret  secret.json  a.http          watched for every access and change
///               └─ state/    the program's state
final class FolderScene {
    private let scratch: String
    private let watch: Int32
    private var outside: Int32 = -1
    private var guarded: Int32 = -1

    private var inside: String { scratch + "/inside" }

    /// Creates the scene, or returns `nil` if the system lacks resources.
    init?() {
        var template = Array((NSTemporaryDirectory() + "/folder.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil, let path = realpath(template, nil) else { return nil }
        defer { free(path) }
        scratch = String(cString: path)
        watch = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        for folder in ["inside", "inside/.git", "inside/__files", "outside", "state"] {
            mkdir(scratch + "/" + folder, 0o700)
        }
        for file in ["inside/inside.txt", "inside/__files/body"] { write("inside", to: file) }
        for file in ["inside/.git/config", "outside/secret", "outside/a.http"] { write("canary", to: file) }
        write(#"{"dev": {"a": "canary"}}"#, to: "outside/secret.json")
        let changes = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        let names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        outside = inotify_add_watch(watch, scratch + "/outside", UInt32(changes | IN_OPEN))
        guarded = inotify_add_watch(watch, inside + "/.git", UInt32(changes))
        guard outside >= 0, guarded >= 0, inotify_add_watch(watch, scratch, UInt32(names)) >= 0 else {
            remove()
            return nil
        }
    }

    /// Deletes the scene.
    func remove() {
        close(watch)
        try? FileManager.default.removeItem(atPath: scratch)
    }

    private func write(_ text: String, to name: String) {
        _ = FileManager.default.createFile(atPath: scratch + "/" + name, contents: Data(text.utf8))
    }

    /// Points the links of the folder to a target.
    ///
    /// An absolute target is relative to the scene.
    func link(to target: String) {
        let target = target.hasPrefix("/") ? scratch + target : target
        for name in [
            "link", "mappings", "http-client.env.json", "http-client.private.env.json", ".env", "sub.json",
        ] {
            symlink(target, inside + "/" + name)
        }
        symlink(".", inside + "/self")
    }

    /// Performs the operation that the letter selects on a path.
    ///
    /// Returns the violation, or `nil`.
    func use(_ path: String, by way: UInt8) -> String? {
        switch way {
        case UInt8(ascii: ">"): keep(at: path, replacing: false, allowing: .files)
        case UInt8(ascii: "!"): keep(at: path, replacing: true, allowing: .files)
        case UInt8(ascii: "a"): keep(at: path, replacing: true, allowing: .anyFile)
        case UInt8(ascii: "<"): return read(path)
        case UInt8(ascii: "m"): return body(path)
        case UInt8(ascii: "i"):
            var files = try? NewFiles(inside)
            _ = try? files?.write(.init(path: path, text: "GET http://h/"))
            // Only new files with safe names are written.
            forget(guarded)
        default:
            _ = try? EnvironmentFolders.load(for: inside, upTo: inside)
            _ = EnvironmentFolders.dotenv(in: inside, upTo: inside)
            _ = MockFolder(inside)
        }
        return nil
    }

    private func folder(allowing allowance: Allowance) -> TrustedFolder? {
        var trust = Trust(memory: TrustMemory(StateFolder(path: scratch + "/state")))
        trust.allowances = [allowance]
        return try? TrustedFolder(inside, trust)
    }

    private func keep(at path: String, replacing isReplacing: Bool, allowing allowance: Allowance) {
        let file = ResponseActions.ResponseFile(path: path, replaces: isReplacing, line: 1)
        _ = folder(allowing: allowance)?.keep(Array("answer".utf8), in: .init(path: path, request: file))
        // A permitted write to a guarded file is not a violation.
        if case .anyFile = allowance { forget(guarded) }
    }

    private func read(_ path: String) -> String? {
        let rules = FileRules()
        guard let name = try? rules.normalized(path), let folder = folder(allowing: .files),
            let bytes = try? folder.bytes(of: name)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).contains("canary") && !isGuarded(name)
            ? "It reads outside:" : nil
    }

    /// Everything in the folder may be read, even hidden files, except `.git`.
    private func isGuarded(_ name: String) -> Bool {
        guard let path = realpath(inside + "/" + name, nil) else { return false }
        defer { free(path) }
        return String(cString: path).hasPrefix(inside + "/.git/")
    }

    private func body(_ name: String) -> String? {
        guard let path = MockFolder.bodyFile(name, of: inside) else { return nil }
        return path.hasPrefix(inside + "/__files/") ? nil : "A body lies outside:"
    }

    // MARK: What the kernel has seen

    private var pardoned: Set<Int32> = []

    private func forget(_ watch: Int32) { pardoned.insert(watch) }

    /// The accesses outside the folder and the writes to guarded names since the last call.
    var trespass: String? {
        defer { pardoned = [] }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = Foundation.read(watch, &buffer, buffer.count)
        guard count > 0 else { return nil }
        var offset = 0
        while offset < count {
            let event = buffer.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            }
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
            if !pardoned.contains(event.wd) {
                return event.wd == guarded ? "It writes a guarded file:" : "It is at work outside:"
            }
        }
        return nil
    }
}
