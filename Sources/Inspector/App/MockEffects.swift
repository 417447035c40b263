import ClientEngine
import Foundation

/// Changes the client's mocks as the screen asks, and their files with them.
final class MockEffects {
    private let store: MockStore
    private var files: MockFiles

    init(store: MockStore, files: MockFiles) {
        self.store = store
        self.files = files
    }

    /// Reads the mocks of the workspace and takes them over.
    func read() -> [Message] {
        let folder = files.read()
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

    /// Does one thing; returns the mocks as they are then, and what there is to say.
    func perform(_ change: MockChange) -> [Message] {
        let messages: [Message] =
            switch change {
            case .add(let mock): add(mock)
            case .remove(let mock): remove(mock)
            case .restore(let mock): restore(mock)
            case .setEnabled(let isEnabled, let id): setEnabled(isEnabled, id: id)
            case .setAllOn(let isOn): setAllOn(isOn)
            case .reset: reset()
            }
        return messages + [mocks]
    }

    /// The mocks as they are now.
    var mocks: Message {
        let rows = store.all.map {
            MocksState.Row(mock: $0.mock, hits: $0.hits, lastHit: $0.lastHit, isSpent: $0.isSpent)
        }
        return .mocks(rows, isOn: store.isOn)
    }

    private func add(_ draft: Mock) -> [Message] {
        var mock = draft
        mock.id = UUID().uuidString.lowercased()
        do throws(MockRejection) {
            try store.add(mock)
        } catch {
            return [.notice(.error("The mock was not stored: \(error.message)"))]
        }
        if case .passThrough = mock.answers.first?.kind {
            return [
                .notice(
                    .information("Until the program ends: stub files have no word for a late real answer."))
            ]
        }
        do throws(FileError) {
            return try files.add(mock).map { .notice(.information($0)) }
        } catch {
            return [
                .notice(
                    .error(
                        "Mocks are kept in memory only: \(error.description).",
                        hint: "They last until the program ends. --mocks DIR names another folder."))
            ]
        }
    }

    private func remove(_ mock: Mock) -> [Message] {
        do throws(FileError) {
            try files.remove(id: mock.id)
            store.remove(id: mock.id)
            return []
        } catch {
            return [.notice(.error("“\(mock.name)” was not deleted: \(error.description)."))]
        }
    }

    private func restore(_ mock: Mock) -> [Message] {
        do throws(MockRejection) {
            try store.add(mock)
        } catch {
            return [.notice(.error("“\(mock.name)” did not come back: \(error.message)"))]
        }
        do throws(FileError) {
            try files.restore(id: mock.id)
            return []
        } catch {
            return [.notice(.error("“\(mock.name)” is back in memory only: \(error.description)."))]
        }
    }

    private func setEnabled(_ isEnabled: Bool, id: Mock.ID) -> [Message] {
        store.setEnabled(isEnabled, id: id)
        do throws(FileError) {
            try files.setEnabled(isEnabled, id: id)
            return []
        } catch {
            let word = isEnabled ? "on" : "off"
            return [.notice(.error("Switched \(word) until the program ends: \(error.description)."))]
        }
    }

    private func setAllOn(_ isOn: Bool) -> [Message] {
        store.isOn = isOn
        return []
    }

    private func reset() -> [Message] {
        store.reset()
        return []
    }
}
