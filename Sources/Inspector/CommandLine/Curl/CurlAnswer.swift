import ClientEngine
import InspectorCanvas
import InspectorValues
import RequestFormats

/// The words that curl would have for a task that has ended.
struct CurlAnswer {
    let record: TaskRecord
    let switches: Set<CurlCommand.Switch>
    var charset = Charset.utf8

    /// Indicates whether there is a complete response that `-f` has nothing against.
    var isSuccess: Bool { record.state.name == .succeeded && !isRefused }

    /// The error messages; `-s` leaves them out, `-S` does not.
    var messages: [String] {
        guard !switches.contains(.silent) || switches.contains(.showsErrors) else { return [] }
        if isRefused { return ["the URL returned \(record.status ?? 0)"] }
        guard let error = record.error else { return [] }
        return ["\(error.label): \(error.message)"]
    }

    /// The output of `-v`: the heads as they went out and came in.
    var trace: String {
        guard switches.contains(.verbose) else { return "" }
        let exchanges = record.attempts.flatMap(\.exchanges)
        return exchanges.map {
            marked($0.requestHead, with: ">") + marked($0.head?.wireBytes ?? [], with: "<")
        }.joined()
    }

    /// `-f` takes statuses from 400 on for failures.
    private var isRefused: Bool {
        switches.contains(.failsOnErrorStatus) && (record.status ?? 0) >= 400
    }

    private func marked(_ head: [UInt8], with mark: Character) -> String {
        String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .dropLast().map { "\(mark) \(DisplayText(untrusted: String($0)).spelled(in: charset).string)\n" }
            .joined()
    }
}
