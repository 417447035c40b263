import ClientEngine
import EngineSupport
import Glibc
import InspectorValues

/// Follows what changes in folders and tells it in bursts.
///
/// A thread of its own blocks until the kernel has something to say: at rest it costs nothing. Folders are followed all
/// the way down, hidden ones and links left out. It ends with its owner's last reference.
package final class FolderWatch: Sendable {
    package struct Change: Equatable, Sendable {
        /// The files that were written, or whose names came or went.
        var paths: Set<String> = []
        /// Indicates whether paths do not say it all: folders came or went, or there were too many changes to keep.
        var hasMissed = false
        /// Indicates whether the system ran out of watches, told once: some folders are not followed.
        package var isPartial = false

        func adding(_ other: Change) -> Change {
            Change(
                paths: paths.union(other.paths), hasMissed: hasMissed || other.hasMissed,
                isPartial: isPartial || other.isPartial)
        }
    }

    private let end: WakePipe

    /// Follows folders, and the folders of files; reports on another thread what happens to the names that count.
    ///
    /// A folder that is not there is followed as soon as it is; it may go and come again.
    ///
    /// The first report comes as soon as everything is followed, so that what happened before can be looked for. Fails when
    /// the system has nothing to watch with.
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

    /// A burst is over when nothing has happened for so long.
    private static let quiet = Duration.milliseconds(40)
    /// A burst that does not end is told after so long.
    private static let longest = Duration.milliseconds(400)
    /// More folders are not followed.
    private static let mostFolders = 10_000

    private let queue: ChangeQueue
    private let end: WakePipe
    private let counts: @Sendable (String) -> Bool
    private let report: @Sendable (FolderWatch.Change) -> Void
    private let clock = ContinuousClock()
    private var folders: [Int32: Folder] = [:]
    private var roots: Set<String> = []
    /// The roots that are no folders now: a file, or nothing yet.
    private var awaited: Set<String> = []
    private var change = FolderWatch.Change()
    private var isPartial = false
    private var hasToldPartial = false
    /// The first and the last event of the burst; nil at rest.
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

    /// Milliseconds to wait for more; without end at rest.
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

    /// A folder that was asked for may be back already, or come back under its name.
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

    /// Follows what was asked for, or the nearest folder above it as long as it is no folder.
    private mutating func begin(_ path: String) {
        var nearest: String
        repeat {
            nearest = Self.nearestFolder(of: path)
            if nearest != path { watch(nearest, isDeep: false) }
            // What was made before its place was watched is not told.
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

    /// Follows a folder and all below it.
    ///
    /// Each is watched before it is listed: a folder that is made in it meanwhile is in the list, or comes as an event.
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

    /// Ends the watches of a folder that has moved: under its new name it is followed again.
    private mutating func forget(_ folder: String) {
        for (number, known) in folders where known.path == folder || known.path.hasPrefix(folder + "/") {
            queue.end(number)
            folders[number] = nil
        }
    }
}
