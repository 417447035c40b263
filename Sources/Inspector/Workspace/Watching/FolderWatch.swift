import ClientEngine
import EngineSupport
import Glibc
import InspectorValues

/// Watches folders for changes and reports them in bursts.
///
/// A separate thread blocks until the kernel reports a change, so idle watching costs nothing. Subfolders are
/// included, except hidden ones and links. Watching ends when the last reference is released.
package final class FolderWatch: Sendable {
    package struct Change: Equatable, Sendable {
        /// The files that were written, created, deleted or renamed.
        var paths: Set<String> = []
        /// Indicates whether `paths` is incomplete: folders changed, or too many changes occurred.
        var hasMissed = false
        /// Indicates whether the system ran out of watches and some folders are not watched.
        ///
        /// Reported once.
        package var isPartial = false

        func adding(_ other: Change) -> Change {
            Change(
                paths: paths.union(other.paths), hasMissed: hasMissed || other.hasMissed,
                isPartial: isPartial || other.isPartial)
        }
    }

    private let end: WakePipe

    /// Watches folders and single files, and calls `report` on another thread for changes of names that `counts`
    /// accepts.
    ///
    /// A missing folder is watched as soon as it exists. It may be deleted and created again. The first report
    /// means that all watches are in place, so that the caller can look for earlier changes. Returns `nil` if the
    /// system has no resources.
    init?(
        _ paths: [String], of counts: @escaping @Sendable (String) -> Bool,
        report: @escaping @Sendable (Change) -> Void
    ) {
        guard let end = WakePipe() else { return nil }
        self.end = end
        DetachedThread.start {
            guard var loop = FolderWatchLoop(end: end, counts: counts, report: report) else {
                return report(Change(hasMissed: true, isPartial: true))
            }
            loop.run(paths)
        }
    }

    deinit { end.wake() }
}

private struct FolderWatchLoop: ~Copyable {
    private struct Folder {
        var path: String
        var isDeep: Bool
    }

    /// The time without changes after which a burst ends.
    private static let quiet = Duration.milliseconds(40)
    /// The time after which an ongoing burst is reported.
    private static let longest = Duration.milliseconds(400)
    /// The maximum number of watched folders.
    private static let mostFolders = 10_000

    private let queue: ChangeQueue
    private let end: WakePipe
    private let counts: @Sendable (String) -> Bool
    private let report: @Sendable (FolderWatch.Change) -> Void
    private let clock = ContinuousClock()
    private var folders: [Int32: Folder] = [:]
    private var roots: Set<String> = []
    /// The roots that are not folders at the moment: files or missing paths.
    private var awaited: Set<String> = []
    private var change = FolderWatch.Change()
    private var isPartial = false
    private var hasToldPartial = false
    /// The times of the first and last event of the burst, or `nil` when idle.
    private var burst: (begin: ContinuousClock.Instant, last: ContinuousClock.Instant)?

    init?(
        end: WakePipe, counts: @escaping @Sendable (String) -> Bool,
        report: @escaping @Sendable (FolderWatch.Change) -> Void
    ) {
        guard let queue = ChangeQueue() else { return nil }
        self.queue = queue
        self.end = end
        self.counts = counts
        self.report = report
    }

    mutating func run(_ paths: [String]) {
        roots = Set(paths)
        for path in paths { begin(path) }
        change.hasMissed = true
        tell()
        while true {
            var descriptors = [queue.descriptor, end.reader].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let count = poll(&descriptors, 2, patience)
            if count < 0, errno != EINTR { return }
            if descriptors[1].revents != 0 { return }
            if descriptors[0].revents != 0 { queue.events().forEach { receive($0) } }
            reportIfDue()
        }
    }

    // MARK: Time

    private var left: Duration? {
        guard let burst else { return nil }
        let now = clock.now
        return min(Self.quiet - (now - burst.last), Self.longest - (now - burst.begin))
    }

    /// The number of milliseconds to wait for further events, or -1 to wait indefinitely when idle.
    private var patience: Int32 {
        left.map { Int32(clamping: max(0, Int(($0 / .milliseconds(1)).rounded(.up)))) } ?? -1
    }

    private mutating func reportIfDue() {
        guard let left, left <= .zero else { return }
        tell()
    }

    private mutating func tell() {
        change.isPartial = isPartial && !hasToldPartial
        hasToldPartial = isPartial
        report(change)
        change = FolderWatch.Change()
        burst = nil
    }

    private mutating func note() {
        let now = clock.now
        burst = (burst?.begin ?? now, now)
    }

    // MARK: Events

    private mutating func receive(_ event: ChangeQueue.Event) {
        if event.isOverflow { return noteMissed() }
        guard let folder = folders[event.watch] else { return }
        if event.isEndOfWatch { folders[event.watch] = nil }
        if event.isEndOfFolder { return receiveEnd(of: folder, watch: event.watch) }
        if event.isFolder, event.isArrival { beginAwaited() }
        guard !event.name.isEmpty, !event.name.hasPrefix(".") || counts(event.name) else { return }
        let path = (folder.path.hasSuffix("/") ? folder.path : folder.path + "/") + event.name
        if event.isFolder {
            guard folder.isDeep, event.isArrival || event.isDeparture else { return }
            if event.isDeparture { forget(path) } else { follow(path) }
            noteMissed()
        } else if counts(event.name) {
            change.paths.insert(path)
            note()
        }
    }

    /// A requested folder may exist again already, or may be recreated later.
    private mutating func receiveEnd(of folder: Folder, watch: Int32) {
        if roots.contains(folder.path) {
            forget(folder.path)
            awaited.insert(folder.path)
        } else if !folder.isDeep {
            queue.end(watch)
            folders[watch] = nil
            for root in roots where root.hasPrefix(folder.path + "/") {
                forget(root)
                awaited.insert(root)
            }
        }
        beginAwaited()
        noteMissed()
    }

    private mutating func noteMissed() {
        change.hasMissed = true
        note()
    }

    // MARK: Watches

    /// Watches a requested folder, or the nearest existing folder above it.
    private mutating func begin(_ path: String) {
        var nearest: String
        repeat {
            nearest = Self.nearestFolder(of: path)
            if nearest != path { watch(nearest, isDeep: false) }
            // Repeats if the path appeared before the watch was in place, because no event reports that.
        } while Self.nearestFolder(of: path) != nearest
        if nearest == path {
            awaited.remove(path)
            follow(path)
        } else {
            awaited.insert(path)
        }
    }

    private mutating func beginAwaited() {
        for path in awaited {
            begin(path)
            if !awaited.contains(path) { noteMissed() }
        }
    }

    private static func nearestFolder(of path: String) -> String {
        var path = path
        while RequestPaths.isFolder(path) != true, path != ".", path != "/" {
            path = RequestPaths.folder(of: path)
        }
        return path
    }

    /// Watches a folder and all its subfolders.
    ///
    /// Each folder is watched before it is listed. A subfolder created meanwhile appears in the list or as an
    /// event.
    private mutating func follow(_ folder: String) {
        var rest = [folder]
        while let path = rest.popLast() {
            if watch(path, isDeep: true) { rest += FolderListing(of: path).folders }
        }
    }

    @discardableResult
    private mutating func watch(_ path: String, isDeep: Bool) -> Bool {
        guard folders.count < Self.mostFolders, let number = queue.watch(path) else {
            isPartial = isPartial || access(path, F_OK) == 0
            return false
        }
        folders[number] = Folder(path: path, isDeep: isDeep || folders[number]?.isDeep == true)
        return true
    }

    /// Ends the watches of a moved folder.
    ///
    /// It is watched again under its new name.
    private mutating func forget(_ folder: String) {
        for (number, known) in folders where known.path == folder || known.path.hasPrefix(folder + "/") {
            queue.end(number)
            folders[number] = nil
        }
    }
}
