import ClientEngine
import Dispatch
import Foundation

/// Changes the client's mocks as the screen asks, and their files with them.
///
/// The mocks change at once. Their files follow in the background, one change after the other, because a disk can
/// take its time; what there is to say about a file is reported from there.
final class MockEffects {
    private let store: MockStore
    /// Touched on the queue alone once the mocks are read, so that the main thread never waits for the lock.
    private let files: Locked<MockFiles>
    private let queue = DispatchQueue(label: "mock files")
    private let report: @Sendable ([Message]) -> Void

    /// Reports from other threads what becomes of the files.
    init(store: MockStore, files: MockFiles, report: @escaping @Sendable ([Message]) -> Void) {
        self.store = store
        self.files = Locked(files)
        self.report = report
    }

    /// Reads the mocks of the workspace and takes them over.
    func read() -> [Message] {
        let folder = files.withLock { $0.read() }
        var messages = folder.problems.map { Message.notice(.error($0.description)) }
        for mock in folder.mocks {
            do throws(MockRejection) {
                try store.add(mock)
            } catch {
                messages.append(.notice(.error("\(mock.name): \(error.message)")))
            }
        }
        return messages + [mocks]
    }

    /// Does one thing; returns the mocks as they are then, and what there is to say at once.
    func perform(_ change: MockChange) -> [Message] {
        var messages: [Message] = []
        switch change {
        case .add(let mock): messages = add(mock)
        case .remove(let mock): remove(mock)
        case .restore(let mock): messages = restore(mock)
        case .setEnabled(let isEnabled, let id): setEnabled(isEnabled, id: id)
        case .setAllOn(let isOn): store.isOn = isOn
        case .reset: store.reset()
        }
        return messages + [mocks]
    }

    /// Returns when every change so far is in its file, or was reported.
    func finish() {
        queue.sync {}
    }

    /// The mocks as they are now.
    var mocks: Message { store.message }

    // MARK: Changes

    private func add(_ draft: Mock) -> [Message] {
        var mock = draft
        mock.id = UUID().uuidString.lowercased()
        do throws(MockRejection) {
            try store.add(mock)
        } catch {
            return [.notice(.error("The mock was not stored: \(error.message)"))]
        }
        if case .passThrough = mock.answers.first?.kind {
            let text = "Until the program ends: stub files have no word for a late real answer."
            return [.notice(.information(text))]
        }
        write { [mock] files in
            do throws(FileError) {
                return try files.add(mock).map { .notice(.information($0)) }
            } catch {
                let hint = "They last until the program ends. --mocks DIR names another folder."
                return [.notice(.error("Mocks are kept in memory only: \(error.description).", hint: hint))]
            }
        }
        return []
    }

    /// Removes a mock; it comes back where its file cannot be changed.
    private func remove(_ mock: Mock) {
        store.remove(id: mock.id)
        write { [store] files in
            do throws(FileError) {
                try files.remove(id: mock.id)
                return []
            } catch {
                try? store.add(mock)
                return [
                    .notice(.error("“\(mock.name)” was not deleted: \(error.description).")), store.message,
                ]
            }
        }
    }

    private func restore(_ mock: Mock) -> [Message] {
        do throws(MockRejection) {
            try store.add(mock)
        } catch {
            return [.notice(.error("“\(mock.name)” did not come back: \(error.message)"))]
        }
        write { files in
            do throws(FileError) {
                try files.restore(id: mock.id)
                return []
            } catch {
                let text = "“\(mock.name)” is back in memory only: \(error.description)."
                return [.notice(.error(text))]
            }
        }
        return []
    }

    private func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        store.setEnabled(isEnabled, id: id)
        write { files in
            do throws(FileError) {
                try files.setEnabled(isEnabled, id: id)
                return []
            } catch {
                let word = isEnabled ? "on" : "off"
                let text = "Switched \(word) until the program ends: \(error.description)."
                return [.notice(.error(text))]
            }
        }
    }

    /// Changes files behind all changes before.
    private func write(_ change: @escaping @Sendable (inout MockFiles) -> [Message]) {
        queue.async { [files, report] in
            let messages = files.withLock(change)
            if !messages.isEmpty { report(messages) }
        }
    }
}

extension MockStore {
    fileprivate var message: Message {
        let rows = all.map {
            MocksState.Row(mock: $0.mock, hits: $0.hits, lastHit: $0.lastHit, isSpent: $0.isSpent)
        }
        return .mocks(rows, isOn: isOn)
    }
}
