@testable import InspectorValues

extension ProgramOutput {
    static func lines(_ numbers: ClosedRange<Int>) -> ProgramOutput {
        text(numbers.map { "line \($0)\n" }.joined())
    }

    static func text(_ text: String) -> ProgramOutput {
        var output = ProgramOutput()
        output.append(Array(text.utf8))
        return output
    }
}
