import ClientEngine
import EngineSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

/// The disk queue, with the messages of its jobs.
///
/// Waiting for it blocks the thread.
final class TestDisk: Sendable {
    let queue: DiskQueue
    private let told = Mailbox<[Message]>()

    init(hearing hear: @escaping @Sendable ([Message]) -> Void = { _ in }) {
        queue = DiskQueue(time: SystemTime()) { [told] answer, _ in
            guard case .messages(let messages) = answer else { return }
            told.add { $0 += messages }
            hear(messages)
        }
    }

    /// Waits until all jobs are done.
    ///
    /// Returns the messages since the last call.
    func settle() -> [Message] {
        #expect(queue.settle(within: .seconds(60)), "the disk's queue is not done")
        return told.drain(withinMilliseconds: 0)
    }
}

extension MockEffects {
    /// Creates the effects on the mocks in a folder.
    convenience init(store: MockStore, folder: String, disk: TestDisk) {
        self.init(store: store, files: MockFiles(folder, isGiven: false), disk: disk.queue)
    }
}
