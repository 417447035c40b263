import EngineMocks

/// A page of plain text that shows a request next to the mock that is closest to answering it, as WireMock does.
///
/// ```
/// POST                     | POST
/// [path] /thing            | /thin                <<<<< URL does not match
/// ```
public struct NearMissPage: Sendable, Hashable {
    /// The largest number of characters of a text on the page.
    private static let longestText = 2000

    /// The page.
    public let text: String

    /// Formats the closest mocks, one below the other.
    ///
    /// - Parameters:
    ///   - misses: The near misses, the closest first.
    ///   - width: The number of columns of the frame. It does not limit the length of reasons.
    public init(misses: [NearMiss], width: Int = 119) {
        let frame = Frame(width: max(40, width))
        text =
            misses.isEmpty
            ? "No mock answers this request, and there is none that comes close.\n" : frame.page(misses)
    }

    private struct Frame {
        let width: Int
        var middle: Int { width / 2 - 1 }

        func page(_ misses: [NearMiss]) -> String {
            let rule = String(repeating: "-", count: width)
            let title = "Request was not matched"
            let margin = String(repeating: " ", count: max(0, middle - title.count / 2))
            var lines = ["", margin + title, margin + String(repeating: "=", count: title.count), "", rule]
            lines.append("|" + " Closest stub".padded(to: middle) + "|" + " Request".padded(to: middle) + "|")
            lines.append(rule)
            for miss in misses {
                lines.append(row("", "", nil))
                lines += rows(NearMiss.Line(expected: miss.mock.name, actual: "", reason: nil))
                lines.append(row("", "", nil))
                lines += miss.lines.flatMap(rows)
                lines.append(row("", "", nil))
                lines.append(rule)
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private func rows(_ line: NearMiss.Line) -> [String] {
            let (left, right) = (wrapped(line.expected), wrapped(line.actual))
            return (0..<max(left.count, right.count, 1)).map { index in
                row(
                    index < left.count ? left[index] : "", index < right.count ? right[index] : "",
                    index == 0 ? line.reason : nil)
            }
        }

        private func row(_ left: String, _ right: String, _ reason: String?) -> String {
            let front = left.padded(to: middle + 1) + "|"
            if let reason { return "\(front) \(right.padded(to: middle - 6))<<<<< \(reason)" }
            return right.isEmpty ? front : "\(front) \(right)"
        }

        private func wrapped(_ whole: String) -> [String] {
            let columns = middle - 7
            let left = whole.count - NearMissPage.longestText
            let text = left > 0 ? "\(whole.prefix(NearMissPage.longestText))… and \(left) more" : whole
            return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
                stride(from: 0, to: max(1, line.count), by: columns).map { start in
                    String(line.dropFirst(start).prefix(columns))
                }
            }
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
