import Glibc
import InspectorCommandLine

@main
struct InspectorMain {
    static func main() {
        StandardStream.openAll()
        ProcessLimits.set()
        ProcessMemory.set()
        let arguments = Array(CommandLine.arguments.dropFirst())
        end(CommandRunner(openScreen: App.open, willEnd: { end($0) }).run(arguments))
    }

    private static func end(_ status: ExitStatus) -> Never {
        guard let loss = StandardStream.loss else {
            exit((status == .success && !StandardStream.hasReader ? .brokenPipe : status).rawValue)
        }
        StandardStream.complain("not everything was written: \(loss)")
        exit(status == .success ? ExitStatus.failure.rawValue : status.rawValue)
    }
}
