import ClientEngine
import Dispatch
import FoundationEssentials
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Changes the client's mocks as the screen asks, and their files with them.
///
/// The mocks change at once. Their files follow in the background, one change after the other, because a disk can
/// take its time; what there is to say about a file is reported from there. What others change in the files is taken
/// over there, too.
final class MockEffects: Sendable {
    let store: MockStore
    /// Touched on the queue alone once the mocks are read, so that the main thread never waits for the lock.
    let files: Locked<MockFiles>
    /// The folder that holds them.
    let folder: String
    /// Whether every response of the files is a template.
    let fillsInAll: Bool
    let queue = DispatchQueue(label: "mock files")
    /// Compares requests with mocks, and reads archives, beside what is written.
    private let reading = DispatchQueue(label: "mock comparisons")
    /// The comparison that was asked for last.
    private let wanted = Locked<NearMissQuestion?>(nil)
    private let watch = Locked<FolderWatch?>(nil)
    /// Whether the files will be read again anyway.
    private let isReadingDue = Locked(false)
    private let report: @Sendable ([Message]) -> Void

    /// Reports from other threads what becomes of the files.
    init(store: MockStore, files: MockFiles, report: @escaping @Sendable ([Message]) -> Void) {
        self.store = store
        self.files = Locked(files)
        folder = files.path
        fillsInAll = files.fillsInAll
        self.report = report
    }

    /// Reads the mocks of the workspace and takes them over.
    func read() -> [Message] {
        let reading = files.withLock { $0.read(into: store) }
        return reading.problems.map { .notice(.error($0)) } + [mocks]
    }

    /// Takes over from now on what others change in the files.
    func follow() {
        let watch = files.withLock { files in
            files.watch { [weak self] change in
                if change.isPartial { self?.report([Self.isPartial]) }
                self?.readAgain()
            }
        }
        if watch == nil { report([Self.isPartial]) }
        self.watch.withLock { $0 = watch }
    }

    /// Reads the files behind all changes before: what was written here is known by then.
    func readAgain() {
        let isDue = isReadingDue.withLock { isDue in
            defer { isDue = true }
            return isDue
        }
        if isDue { return }
        write { [weak self, store, queue, isReadingDue] files in
            isReadingDue.withLock { $0 = false }
            let reading = files.read(into: store)
            if reading.isUnsettled {
                queue.asyncAfter(deadline: .now() + StubIndex.Reading.pause) { [weak self] in
                    self?.readAgain()
                }
            }
            return reading.problems.map { .notice(.error($0)) } + (reading.isChanged ? [store.message] : [])
        }
    }

    private static let isPartial = Message.notice(
        .information("Mock files cannot all be watched (fs.inotify.max_user_watches)."))

    /// Does one thing; returns the mocks as they are then, and what there is to say at once.
    func perform(_ change: MockChange) -> [Message] {
        var messages: [Message] = []
        switch change {
        case .add(let mock, let requests): messages = add(mock, requests)
        case .remove(let mock): remove(mock)
        case .restore(let mock): messages = restore(mock)
        case .addAll(let batch): messages = add(batch)
        case .setPriority(let priority, let id): setPriority(priority, id: id)
        case .setScenario(let name, let state): messages = setScenario(name, to: state)
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

    // MARK: Looking

    /// Finds the closest mocks in the background, because there can be thousands; of questions that wait the last one
    /// alone is answered.
    func findNearMisses(_ question: NearMissQuestion) {
        wanted.withLock { $0 = question }
        reading.async { [store, wanted, report] in
            let question = wanted.withLock { wanted in
                defer { wanted = nil }
                return wanted
            }
            if let question { report([.nearMisses(question.answer(from: store), of: question.task)]) }
        }
    }

    /// Reads an archive that was pasted, or whose path was, in the background: it can be large.
    func read(archive text: String) {
        reading.async { [store, report] in
            do throws(PastedArchive.Refusal) {
                let names = Set(store.scenarios.map(\.name))
                report([.mockOffer(try PastedArchive(text).offer(besides: names))])
            } catch {
                report([.notice(.confirmation(error.sentence))])
            }
        }
    }

    // MARK: Changes

    private func add(_ draft: Mock, _ requests: [Request]) -> [Message] {
        let (mocks, messages) = addToStore([draft])
        guard let mock = mocks.first else { return messages }
        if case .passThrough = mock.answers.first?.kind {
            let text = "Kept until you quit: WireMock files cannot express a delayed real response."
            return [.notice(.information(text))]
        }
        keep(MockBatch(name: mock.name, mocks: mocks, madeOf: requests))
        return []
    }

    private func add(_ batch: MockBatch) -> [Message] {
        let (mocks, messages) = addToStore(batch.mocks)
        if !mocks.isEmpty { keep(MockBatch(name: batch.name, mocks: mocks, madeOf: batch.madeOf)) }
        return messages
    }

    /// Adds mocks to the store, each with an identifier of its own; one that cannot be used leaves the others.
    private func addToStore(_ drafts: [Mock]) -> (mocks: [Mock], messages: [Message]) {
        var mocks: [Mock] = []
        var messages: [Message] = []
        for var mock in drafts {
            mock.id = UUID().uuidString.lowercased()
            do throws(MockError) {
                try store.add(mock)
                mocks.append(mock)
            } catch {
                messages.append(.notice(.error("“\(mock.name)” was not stored: \(error.message)")))
            }
        }
        return (mocks, messages)
    }

    private func keep(_ batch: MockBatch) {
        write { files in
            do throws(FileError) {
                return try files.add(batch.mocks, called: batch.name, madeOf: batch.madeOf).map {
                    .notice(.information($0))
                }
            } catch {
                let hint = "They last until the program ends. --mocks DIR names another folder."
                return [.notice(.error("Mocks are kept in memory only: \(error.description).", hint: hint))]
            }
        }
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
        do throws(MockError) {
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

    private func setPriority(_ priority: Int, id: Mock.ID) {
        store.setPriority(priority, id: id)
        write { files in
            do throws(FileError) {
                try files.setPriority(priority, id: id)
                return []
            } catch {
                let text = "Its priority is \(priority) until the program ends: \(error.description)."
                return [.notice(.error(text))]
            }
        }
    }

    /// States are of this session: files say where a scenario begins and no more.
    private func setScenario(_ name: String, to state: String) -> [Message] {
        do throws(MockError) {
            try store.setScenario(name, to: state)
            return []
        } catch {
            return [.notice(.error("The scenario “\(name)” stays as it is: \(error.message)"))]
        }
    }

    /// Changes files behind all changes before.
    func write(_ change: @escaping @Sendable (inout MockFiles) -> [Message]) {
        queue.async { [files, report] in
            let messages = files.withLock(change)
            if !messages.isEmpty { report(messages) }
        }
    }
}

extension MockStore {
    var message: Message {
        let rows = all.map {
            MocksState.Row(mock: $0.mock, hits: $0.hits, lastHit: $0.lastHit, isSpent: $0.isSpent)
        }
        return .mocks(rows, isOn: isOn, scenarios: scenarios)
    }
}
