import ClientEngine
import Dispatch
import EngineSupport
import FoundationEssentials
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Changes the client's mocks as the screen asks, and their files with them.
///
/// The mocks change at once. Their files follow on the queue of the disk; what there is to say about a file comes from
/// there. What others change in the files is taken over there, too.
final class MockEffects: Sendable {
    let store: MockStore
    private let disk: DiskQueue
    private let findFiles: @Sendable () -> MockFiles
    /// Touched on the disk's queue alone, so that the main thread never waits for the lock.
    private let files = Locked<MockFiles?>(nil)
    private let watch = Locked<FolderWatch?>(nil)

    /// The files are looked for on the disk's queue.
    init(store: MockStore, files: @autoclosure @escaping @Sendable () -> MockFiles, disk: DiskQueue) {
        self.store = store
        findFiles = files
        self.disk = disk
    }

    func withFiles<Value, Failure>(
        _ body: (inout MockFiles) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try files.withLock { known throws(Failure) in
            var files = known.take() ?? findFiles()
            defer { known = files }
            return try body(&files)
        }
    }

    /// Reads the mocks of the workspace, takes them over, and asks for the permissions that they need.
    func read() {
        disk.read("reading mocks") { [self] in
            let (reading, path) = withFiles { ($0.read(into: store), $0.path) }
            let question = reading.withheld.first.map {
                Message.ask(SendQuestion(ofMocks: TrustQuestion(path, needed: $0, others: reading.withheld)))
            }
            return .messages(
                reading.notices(reading.otherProblems) + [store.message] + (question.map { [$0] } ?? []))
        }
    }

    /// Grants what the folder has asked for, and reads its mocks again.
    private func allow(_ answers: SendAnswers) {
        disk.write("remembering what is allowed") { [self] in
            withFiles { $0.grant(answers.granted, remembering: answers.remembered) }
            return .messages([])
        }
        read()
    }

    func follow() {
        disk.read("following mocks") { [self] in
            let watch = withFiles { files in
                files.watch { [weak self] change in self?.readAgain(isPartlyWatched: change.isPartial) }
            }
            self.watch.withLock { $0 = watch }
            return .messages(watch == nil ? [Self.isPartial] : [])
        }
    }

    /// Reads the files behind all changes before: what was written here is known by then.
    func readAgain(isPartlyWatched: Bool = false) {
        // What has to be said only once must not be left out for a later one.
        disk.read("reading mocks", isPartlyWatched ? nil : .mocks) { [self] in
            let reading = withFiles { $0.read(into: store) }
            if reading.isUnsettled {
                DispatchQueue.global().asyncAfter(deadline: .now() + StubIndex.Reading.pause) {
                    [weak self] in self?.readAgain()
                }
            }
            return .messages(
                (isPartlyWatched ? [Self.isPartial] : []) + reading.notices(reading.problems)
                    + (reading.isChanged ? [store.message] : []))
        }
    }

    private static let isPartial = Message.notice(
        .information("Mock files cannot all be watched (fs.inotify.max_user_watches)."))

    /// Does one thing; returns what there is to say at once, and after a change the mocks as they are then.
    func perform(_ effect: MockEffect) -> [Message] {
        var messages: [Message] = []
        switch effect {
        case .add(let mock, let requests): messages = add(mock, requests)
        case .remove(let mock): remove(mock)
        case .restore(let mock): messages = restore(mock)
        case .addAll(let batch): messages = add(batch)
        case .setPriority(let priority, let id): setPriority(priority, id: id)
        case .setScenario(let name, let state): messages = setScenario(name, to: state)
        case .setEnabled(let isEnabled, let id): setEnabled(isEnabled, id: id)
        case .setAllOn(let isOn): store.isEnabled = isOn
        case .reset: store.reset()
        case .allow(let answers): allow(answers)
        case .findNearMisses(let question):
            findNearMisses(question)
            return []
        case .readArchive(let text):
            read(archive: text)
            return []
        }
        return messages + [mocks]
    }

    var mocks: Message { store.message }

    // MARK: Looking

    /// Finds the closest mocks in the background, because there can be thousands, and bodies to look into; of questions that
    /// wait the last one alone is answered.
    func findNearMisses(_ question: NearMissQuestion) {
        disk.read("comparing mocks", .nearMisses) { [store] in
            .messages([.mock(.nearMisses(question.answer(from: store), of: question.task))])
        }
    }

    /// Reads an archive that was pasted, or whose path was, in the background: it can be large.
    func read(archive text: String) {
        disk.read("reading what was pasted") { [store] in
            do throws(PastedArchive.ReadError) {
                let names = Set(store.scenarios.map(\.name))
                return .messages([.mock(.offer(try PastedArchive(text).offer(besides: names)))])
            } catch {
                return .messages([.notice(.confirmation(error.sentence))])
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
        write { (files) throws(FileError) in
            let written = try files.add(batch.mocks, called: batch.name, madeOf: batch.madeOf)
            return [.notice(.confirmation("Stored in \(written.name)."))]
                + written.warnings.map { .notice(.information($0)) }
        } failing: { error in
            let hint = "They last until the program ends. --mocks DIR names another folder."
            return [.notice(.error("Mocks are kept in memory only: \(error).", hint: hint))]
        }
    }

    /// Removes a mock; it comes back where its file cannot be changed.
    private func remove(_ mock: Mock) {
        store.remove(id: mock.id)
        write { (files) throws(FileError) in
            try files.remove(id: mock.id)
            return []
        } failing: { [store] error in
            try? store.add(mock)
            return [.notice(.error("“\(mock.name)” was not deleted: \(error).")), store.message]
        }
    }

    private func restore(_ mock: Mock) -> [Message] {
        do throws(MockError) {
            try store.add(mock)
        } catch {
            return [.notice(.error("“\(mock.name)” did not come back: \(error.message)"))]
        }
        write { (files) throws(FileError) in
            try files.restore(id: mock.id)
            return []
        } failing: {
            [.notice(.error("“\(mock.name)” is back in memory only: \($0)."))]
        }
        return []
    }

    private func setEnabled(_ isEnabled: Bool, id: Mock.ID) {
        store.setEnabled(isEnabled, id: id)
        write { (files) throws(FileError) in
            try files.setEnabled(isEnabled, id: id)
            return []
        } failing: {
            [.notice(.error("Switched \(isEnabled ? "on" : "off") until the program ends: \($0)."))]
        }
    }

    private func setPriority(_ priority: Int, id: Mock.ID) {
        store.setPriority(priority, id: id)
        write { (files) throws(FileError) in
            try files.setPriority(priority, id: id)
            return []
        } failing: {
            [.notice(.error("Its priority is \(priority) until the program ends: \($0)."))]
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
    private func write(
        _ change: @escaping @Sendable (inout MockFiles) throws(FileError) -> [Message],
        failing: @escaping @Sendable (FileError) -> [Message]
    ) {
        disk.write("writing mocks") { [self] in
            do throws(FileError) {
                return .messages(try withFiles(change))
            } catch {
                return .messages(failing(error))
            }
        }
    }
}

extension MockStore {
    var message: Message {
        let rows = all.map {
            MocksState.Row(mock: $0.mock, hits: $0.hits, lastHit: $0.lastHit, isSpent: $0.isSpent)
        }
        return .mock(.list(rows, isOn: isEnabled, scenarios: scenarios))
    }
}

extension StubIndex.Reading {
    /// Returns notices of the warnings, and after them of `problems`: the last notice stays visible.
    fileprivate func notices(_ problems: [String]) -> [Message] {
        warnings.map { .notice(.information($0)) } + problems.map { .notice(.error($0)) }
    }
}
