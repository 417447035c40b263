import CInspectorSpawn
import Glibc
import InspectorCommandLine

@main
struct InspectorMain {
    static func main() {
        StandardStream.openAll()
        ProcessLimits.set()
        ProcessMemory.set()
        end(CommandRunner(openScreen: App.open, willEnd: { end($0) }).run(arguments))
    }

    /// The words after the name of the program.
    private static var arguments: [String] {
        guard var word = cs_arguments(), word.pointee != nil else { return [] }
        var arguments: [String] = []
        while let next = word.successor().pointee {
            arguments.append(String(cString: next))
            word = word.successor()
        }
        return arguments
    }

    private static func end(_ status: ExitStatus) -> Never {
        guard let loss = StandardStream.loss else {
            exit((status == .success && !StandardStream.hasReader ? .brokenPipe : status).rawValue)
        }
        StandardStream.complain("not everything was written: \(loss)")
        exit(status == .success ? ExitStatus.failure.rawValue : status.rawValue)
    }
}
