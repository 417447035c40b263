import CInspectorInotify
import Glibc

/// The kernel's queue of changes in folders (inotify).
struct ChangeQueue: ~Copyable {
    struct Event {
        /// The watch that the event belongs to, or -1 if it belongs to none.
        var watch: Int32
        /// The name in the folder, or empty if the event concerns the folder itself.
        var name: String
        fileprivate var mask: UInt32

        var isFolder: Bool { has(IN_ISDIR) }
        /// Indicates whether a name was created or moved here.
        var isArrival: Bool { has(IN_CREATE) || has(IN_MOVED_TO) }
        /// Indicates whether a name was deleted or moved away.
        var isDeparture: Bool { has(IN_DELETE) || has(IN_MOVED_FROM) }
        /// Indicates whether the watched folder itself was deleted, moved or unmounted.
        var isEndOfFolder: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) }
        var isEndOfWatch: Bool { has(IN_IGNORED) }
        /// Indicates whether the queue overflowed and changes were lost.
        var isOverflow: Bool { has(IN_Q_OVERFLOW) }

        private func has(_ kind: Int32) -> Bool { mask & UInt32(bitPattern: kind) != 0 }
    }

    /// The descriptor, which becomes readable when something has changed.
    let descriptor: Int32

    private static let kinds =
        IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK

    init?() {
        // The kernel defines IN_NONBLOCK and IN_CLOEXEC with these values.
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches a folder.
    ///
    /// Returns the number of the watch, or `nil` if the system has no watch left.
    func watch(_ folder: String) -> Int32? {
        let number = inotify_add_watch(descriptor, folder, UInt32(bitPattern: Self.kinds))
        return number < 0 ? nil : number
    }

    func end(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    func events() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return events }
            buffer.withUnsafeBytes {
                events += Self.events(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
        var events: [Event] = []
        var position = 0
        let head = MemoryLayout<inotify_event>.size
        while position + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
            let end = min(position + head + Int(event.len), bytes.count)
            let name = bytes[(position + head)..<end].prefix { $0 != 0 }
            events.append(
                Event(watch: event.wd, name: String(decoding: name, as: UTF8.self), mask: event.mask))
            position = end
        }
        return events
    }
}
