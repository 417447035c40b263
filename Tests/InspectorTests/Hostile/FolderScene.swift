import CInspectorInotify
import ClientEngineWireMock
import Foundation

@testable import InspectorScreen
@testable import InspectorWorkspace
@testable import RequestFormats

/// A folder that somebody else has filled, beside one in which nothing may be opened or written; the kernel tells.
///
///     scratch/ ─┬─ inside/   inside.txt  self → .  link, mappings, http-client.env.json … → what an input says
///               ├─ outside/  secret  secret.json  a.http          watched: every opening and every change
///               └─ state/    what the program remembers
final class FolderScene {
    private let scratch: String
    private let watch: Int32
    private var outside: Int32 = -1
    private var guarded: Int32 = -1

    private var inside: String { scratch + "/inside" }

    /// Nil where the system has no room for it.
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

    /// Takes everything away.
    func remove() {
        close(watch)
        try? FileManager.default.removeItem(atPath: scratch)
    }

    private func write(_ text: String, to name: String) {
        _ = FileManager.default.createFile(atPath: scratch + "/" + name, contents: Data(text.utf8))
    }

    /// Has the links of the folder lead somewhere; what is absolute counts from the scene.
    func link(to target: String) {
        let target = target.hasPrefix("/") ? scratch + target : target
        for name in [
            "link", "mappings", "http-client.env.json", "http-client.private.env.json", ".env", "sub.json",
        ] {
            symlink(target, inside + "/" + name)
        }
        symlink(".", inside + "/self")
    }

    /// Does with a path what the letter stands for; says what came of it that must not.
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
            // New files alone, whose names were made safe before.
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
        // What is allowed to be written into a guarded file is no trespass.
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

    /// What lies in the folder may be read, hidden or not.
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

    /// What was opened outside, or written there or to a guarded name, since this was asked last.
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
